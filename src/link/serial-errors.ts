import { BenchError } from '../base/bench-error.js';
import type { PortFacts } from './port-facts.js';

type OpenFailure = 'PORT_GONE' | 'PORT_DENIED' | 'PORT_BUSY' | 'NOT_A_PORT' | 'PORT_FAILED';

const SENTENCES: Readonly<Record<OpenFailure, (path: string) => string>> = {
  PORT_GONE: (path) => `there is no serial port ${path}`,
  PORT_DENIED: (path) => `no permission to open ${path}`,
  PORT_BUSY: (path) => `another program has ${path} open`,
  NOT_A_PORT: (path) => `${path} is not a serial port`,
  PORT_FAILED: (path) => `cannot open ${path}`,
};

/**
 * What serialport's text means. Its errors of `open` carry no code, so this is the one place that
 * reads them (serialport 13; texts observed on Linux, those of Windows and macOS from its issues).
 */
const MEANINGS: readonly (readonly [RegExp, OpenFailure])[] = [
  [/No such file|File not found|ENOENT|No such device|ENXIO/i, 'PORT_GONE'],
  [/Permission denied|Access denied|EACCES|EPERM/i, 'PORT_DENIED'],
  [/Cannot lock port|Resource busy|EBUSY|temporarily unavailable/i, 'PORT_BUSY'],
  [/Inappropriate ioctl|ENOTTY|not a tty|Not a serial/i, 'NOT_A_PORT'],
];

/** The refusal for a serial port that did not open, with hints from what was looked up about it. */
export function serialOpenError(path: string, cause: Error, facts: PortFacts): BenchError {
  const code = MEANINGS.find(([pattern]) => pattern.test(cause.message))?.[1] ?? 'PORT_FAILED';
  const options = { why: reason(cause.message, facts), hints: hints(code, path, facts), cause };
  return new BenchError(code, SENTENCES[code](path), options);
}

function reason(text: string, facts: PortFacts): string {
  const said = text.replace(/^Error:? */, '').replace(/, cannot open .*$/, '');
  const holders = facts.holders.map(({ pid, name }) => `${name} (pid ${pid})`).join(', ');
  return holders === '' ? said : `${said}; open in ${holders}`;
}

function hints(code: OpenFailure, path: string, facts: PortFacts): readonly string[] {
  if (code === 'PORT_GONE') return ['otto-bench ports lists what is connected'];
  if (code === 'PORT_BUSY') {
    const close = facts.holders.map(
      ({ pid, name }) => `close ${name} (pid ${pid}), then try again`,
    );
    return close.length > 0 ? close : [`sudo fuser -v ${path} also names programs of other users`];
  }
  return code === 'PORT_DENIED' ? deniedHints(path, facts) : [];
}

function deniedHints(path: string, facts: PortFacts): readonly string[] {
  const { group, user } = facts;
  if (group === null || !facts.isGroupWritable) return [];
  if (facts.isInGroup) {
    return [`this process is in group ${group} already, so something else denies it`];
  }
  if (facts.isMember) {
    return [`${user} is in group ${group}, but only since this login: log out and in again`];
  }
  const who = user ?? '$USER';
  return [
    `sudo usermod -aG ${group} ${who}, then log out and in again`,
    `sudo setfacl -m u:${who}:rw ${path} works at once, until it is unplugged`,
  ];
}
