import { describe, expect, it } from 'vitest';
import { BenchError } from '../../src/base/bench-error.js';
import { toBenchError } from '../../src/base/to-bench-error.js';
import { printError } from '../../src/cli/print-error.js';

const error = new BenchError('PORT_DENIED', 'cannot open /dev/ttyACM0: permission denied', {
  why: 'the port belongs to group "dialout"\nyou are not in it',
  hints: ['sudo usermod -aG dialout ana', 'log out and in again'],
});
const plain = { json: false, debug: false, color: false };

describe('an error', () => {
  it('is a sentence, the facts and the ways on, on stderr', () => {
    expect(printError(error, plain)).toEqual({
      stdout: '',
      stderr: `error[PORT_DENIED]: cannot open /dev/ttyACM0: permission denied
  the port belongs to group "dialout"
  you are not in it
hint: sudo usermod -aG dialout ana
hint: log out and in again
`,
    });
  });

  it('is an object on stdout with json', () => {
    const { stdout, stderr } = printError(error, { ...plain, json: true });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: 'PORT_DENIED',
        message: 'cannot open /dev/ttyACM0: permission denied',
        why: 'the port belongs to group "dialout"\nyou are not in it',
        hints: ['sudo usermod -aG dialout ana', 'log out and in again'],
      },
    });
  });

  it('cannot move the cursor with text from outside', () => {
    const evil = new BenchError('GIT_FAILED', 'bad \u001b[2J name', {
      why: 'x\u001b]0;title\u0007y\r\u202ez',
    });
    expect(printError(evil, plain).stderr).toBe(
      'error[GIT_FAILED]: bad  name\n  xy\n  \\u{202e}z\n',
    );
  });

  it('that was not built by us says so and keeps its cause', () => {
    const ours = toBenchError(new TypeError('x is not a function'));
    expect(ours.code).toBe('INTERNAL');
    expect(printError(ours, plain).stderr)
      .toBe(`error[INTERNAL]: otto-bench met something it was not written for
  x is not a function
hint: run the same command with --debug and report what it prints
`);
    expect(printError(ours, { ...plain, debug: true }).stderr).toContain('caused by: TypeError: x');
  });
});
