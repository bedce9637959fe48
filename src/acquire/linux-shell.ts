import { randomBytes } from 'node:crypto';
import { BenchError } from '../base/bench-error.js';
import { answerMarks, findAnswer, markWord } from '../wire/linux-answer.js';
import { quoted } from '../wire/linux-quote.js';
import type { LinuxConsole } from './linux-console.js';
import { reachShell, type LinuxUser, type ReachedShell } from './linux-login.js';

export interface LinuxShellOptions extends LinuxUser {
  /** Longest silence inside an answer. */
  readonly idleTimeoutMs: number;
  /** End of the whole dialogue, by `performance.now()`. */
  readonly deadlineMs: number;
}

const CONTROL_C = '\u0003';
const MOST_ANSWER_CHARS = 64 * 1024 * 1024;
const MOST_TRIES = 3;
const LEAVE_MS = 5_000;
const TAIL_CHARS = 256;
/** After a silence that long the end mark is looked for under what cut it apart. */
const LOOK_MS = 1_000;
/** Stands between the script, as it arrived on the board, and what it printed. */
const SCRIPT_END = '==S==';
/** The line buffer of a terminal holds 4096 bytes; what is over is lost without a word. */
export const MOST_SCRIPT_BYTES = 3_500;

/**
 * A shell of our own on a console: started below the one that is there, without prompt, echo,
 * line editor and history, so that the shell a person uses stays as it is.
 */
export class LinuxShell {
  private readonly session = sessionWord();
  private number = 0;
  private tty: string | null = null;
  private isInside = false;
  private hasLoggedIn = false;

  constructor(
    readonly console: LinuxConsole,
    private readonly options: LinuxShellOptions,
  ) {}

  /** Errors: those of reachShell, NO_ANSWER when no shell of our own starts. */
  async enter(): Promise<ReachedShell> {
    const reached = await reachShell(this.console, this.options, this.session);
    this.hasLoggedIn ||= reached.hasLoggedIn;
    await this.start();
    return { hasLoggedIn: this.hasLoggedIn };
  }

  /**
   * What a script prints, without the dirt of a console. The board says first what it was told; the
   * script is run again when that, or its answer, is spoilt or does not come. Errors: TIMED_OUT (with what was last seen), those of the link.
   */
  async ask(script: string, silenceMs = this.options.idleTimeoutMs): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.askOnce(script, silenceMs);
      if (answer !== null) return answer;
      if (attempt >= MOST_TRIES || performance.now() > this.options.deadlineMs) {
        throw new BenchError('TIMED_OUT', `the shell on ${this.console.name} stopped answering`, {
          why: this.console.lastSeen(),
          hints: [
            'idle_timeout_ms and timeout_ms in [linux] of the board profile are how long it is waited for',
          ],
        });
      }
      await this.startAgain();
    }
  }

  /** Gives the console back as it was found, whatever state it is in; never rejects. */
  async leave(): Promise<void> {
    if (!this.isInside) return;
    this.isInside = false;
    const signal = AbortSignal.timeout(LEAVE_MS);
    const word = `OB${this.session}-L`;
    const restore = this.tty === null ? [] : [`stty ${this.tty}`];
    const farewell = `echo ${markWord(word)}`;
    try {
      await this.console.send([[...restore, farewell, 'exit'].join(';')], signal);
      if (await this.sees(word, LEAVE_MS / 4, signal)) return;
      await this.console.press(CONTROL_C, signal);
      await this.console.send(['', [...restore, farewell].join(';')], signal);
      await this.sees(word, LEAVE_MS / 2, signal);
    } catch {
      // The link is gone: the next dialogue finds the shell and ends it.
    }
  }

  private async start(): Promise<void> {
    const ready = `OB${this.session}-R${this.number}`;
    // Not interactive, because its output is no terminal; the console stays its input and its third.
    await this.console.send([` echo ${markWord(ready)}; sh 3<&0 2>&1 | cat`]);
    const { signal } = this.console;
    if (!(await this.sees(ready, this.options.idleTimeoutMs, signal))) {
      throw new BenchError('NO_ANSWER', `no shell starts on ${this.console.name}`, {
        why: this.console.lastSeen(),
      });
    }
    this.isInside = true;
    const said = await this.askOnce(
      'LC_ALL=C; export LC_ALL; unset HISTFILE; echo "<$(stty -g <&3 2>/dev/null)>"; stty -echo <&3 2>/dev/null',
      this.options.idleTimeoutMs,
    );
    // Of a second start echo is off already.
    this.tty ??= /<([0-9a-f:]+)>/.exec(said ?? '')?.[1] ?? null;
    await this.askOnce(
      `OTTO_BENCH_TTY=${this.tty ?? 'none'}; export OTTO_BENCH_TTY`,
      this.options.idleTimeoutMs,
    );
  }

  /** Ends what hangs in our shell and takes a fresh one. */
  private async startAgain(): Promise<void> {
    await this.console.press(CONTROL_C);
    await this.enter();
  }

  /** Null when the answer is spoilt or does not come in time. */
  private async askOnce(script: string, silenceMs: number): Promise<string | null> {
    this.number += 1;
    const marks = answerMarks(this.session, this.number);
    const end = `echo ${markWord(marks.end)}`;
    await this.console.send([
      `echo ${markWord(marks.begin)}`,
      ...`S=${quoted(script)}`.split('\n'),
      `{ printf '%s\\n' "$S";echo ${SCRIPT_END};eval "$S"`,
      '} </dev/null',
      `echo; ${end}; ${end}`,
    ]);
    const parts: string[] = [];
    let chars = 0;
    let tail = '';
    for (;;) {
      const leftMs = Math.min(silenceMs, this.options.deadlineMs - performance.now());
      const came =
        leftMs > 0 ? await this.receive(leftMs, () => findAnswer(parts.join(''), marks)) : null;
      if (came !== null) {
        parts.push(came);
        chars += came.length;
        tail = (tail + came).slice(-TAIL_CHARS - came.length);
        if (!tail.includes(marks.end) && chars < MOST_ANSWER_CHARS) continue;
      }
      const answer = findAnswer(parts.join(''), marks);
      return answer === null || answer === 'cut' ? null : outputOf(answer.text, script);
    }
  }

  /** What came within the time; null also when the answer turns out to be complete already. */
  private async receive(mostMs: number, answer: () => unknown): Promise<string | null> {
    const first = await this.console.receive(Math.min(LOOK_MS, mostMs));
    if (first !== null || mostMs <= LOOK_MS || answer() !== null) return first;
    return this.console.receive(mostMs - LOOK_MS);
  }

  private async sees(word: string, mostMs: number, signal: AbortSignal): Promise<boolean> {
    const untilMs = performance.now() + mostMs;
    let text = '';
    while (!text.includes(word)) {
      const leftMs = untilMs - performance.now();
      const came = leftMs > 0 ? await this.console.receive(leftMs, signal) : null;
      if (came === null) return false;
      text = (text + came).slice(-64 * 1024);
    }
    return true;
  }
}

/** Null when the board did something else than it was told: a line loses what is typed, too. */
function outputOf(text: string, script: string): string | null {
  const told = `\n${script}\n${SCRIPT_END}\n`;
  return text.startsWith(told) ? text.slice(told.length) : null;
}

/** A word that no other dialogue on this console has in its marks. */
export function sessionWord(): string {
  return randomBytes(4).toString('hex');
}
