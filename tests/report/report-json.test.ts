import { describe, expect, it } from 'vitest';
import { BenchError } from '../../src/base/bench-error.js';
import { exactJson } from '../../src/report/exact-json.js';
import { refusalJson, reportJson } from '../../src/report/report-json.js';
import { file, line, loss, report } from './sample-reports.js';

describe('the report as JSON', () => {
  it('has the keys of the contract, each lost line with its cause and place', () => {
    const branch = {
      block: 0,
      branch: 1,
      hits: new Map([['manual', 4]]),
      reachable: new Map([['manual', true]]),
    };
    const text = reportJson(
      report({
        files: new Map([['src/uart.c', file({ 5: line({ branches: [branch] }) })]]),
        lost: [loss('src/uart.c', 15, 'edited', ['src/serial.c', 16], { reprovedBy: [1] })],
        warnings: ['look here'],
      }),
    );
    expect(text.endsWith('}\n')).toBe(true);
    expect(JSON.parse(text)).toEqual({
      today: '2026-03-01T00:00:00Z',
      selected: ['20260201T100000Z-proj-0-bench-0.json'],
      superseded: [],
      runs: [
        {
          id: 0,
          file: '20260201T100000Z-proj-0-bench-0.json',
          ticket: 'PROJ-0',
          board: 'bench-0',
          label: 'bench-0',
          tier: 'manual',
          base_commit: 'e75c84f1c2b8b033aa0bd2a95e748ce5d6cf6871',
          captured_at: '2026-02-01T10:00:00Z',
          aging: false,
          dirty_remap: false,
        },
      ],
      files: {
        'src/uart.c': {
          lines: {
            5: {
              hits: { manual: 3 },
              state: null,
              row: 'tier:manual',
              run_hits: { 0: 3 },
              stale_runs: [],
              branches: [{ block: 0, branch: 1, hits: { manual: 4 }, reachable: { manual: true } }],
            },
          },
          excluded: [],
        },
      },
      error: null,
      lost: [
        {
          run: 0,
          path: 'src/uart.c',
          line: 15,
          count: 7,
          cause: 'edited',
          now: { path: 'src/serial.c', line: 16 },
          reproved_by: [1],
        },
      ],
      warnings: ['look here'],
      git_spawns: 3,
    });
  });

  it('loses no digit of a count and no order of its files', () => {
    const huge = 18446744073709551615n;
    const text = reportJson(
      report({
        files: new Map([
          ['b.c', file({ 1: line({ hits: new Map([['manual', huge]]) }) })],
          ['9', file({ 1: line() })],
          ['__proto__', file({ 1: line() })],
        ]),
      }),
    );
    expect(text).toContain('"manual": 18446744073709551615\n');
    expect([...text.matchAll(/^ {2}"([^"]+)": \{$/gm)].map(([, name]) => name)).toEqual([
      'b.c',
      '9',
      '__proto__',
    ]);
  });

  it('names every malformed file of a refused store', () => {
    const malformed = ['a.json', 'b.json'].map((name) => ({
      file: name,
      error: new BenchError('MALFORMED_CAPTURE', `malformed capture ${name}`, { why: 'line 3' }),
    }));
    expect(JSON.parse(refusalJson(malformed, new Date('2026-03-01T00:00:00Z')))).toEqual({
      today: '2026-03-01T00:00:00Z',
      selected: [],
      superseded: [],
      runs: [],
      files: {},
      error: {
        type: 'malformed-capture',
        files: [
          { file: 'a.json', message: 'malformed capture a.json', why: 'line 3' },
          { file: 'b.json', message: 'malformed capture b.json', why: 'line 3' },
        ],
      },
      lost: [],
      warnings: [],
      git_spawns: 0,
    });
  });
});

describe('exact JSON', () => {
  it('writes what JSON.stringify writes where that is exact', () => {
    const value = { a: [1, 'x\n"', null, true, []], b: {}, c: { d: [{ e: -1.5 }] } };
    expect(exactJson(value)).toBe(JSON.stringify(value, null, 1));
  });
});
