import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { fetchLinux, type FetchLinuxOptions } from '../../src/acquire/linux-fetch.js';
import { SecretLink } from '../../src/acquire/linux-secret-link.js';
import { zeroLinux } from '../../src/acquire/linux-zero.js';
import type { BenchError } from '../../src/base/bench-error.js';
import type { BoardLinux } from '../../src/board/board.js';
import type { Link } from '../../src/link/link.js';
import { spawn, type ChildProcess } from 'node:child_process';
import { planCounters } from '../../src/image/plan-counters.js';
import { createLink } from '../../src/link/create-link.js';
import {
  nativeProgram,
  shellCommand,
  ShellOnPty,
  type LinuxBoardOptions,
} from '../support/linux-board.js';
import { until } from '../support/until.js';
import { onlyWith } from '../support/real-tools.js';
import { tempFolders } from '../support/temp-folder.js';

const folder = tempFolders('otto-linux-');
const shells: ShellOnPty[] = [];
afterEach(async () => {
  await Promise.all(shells.splice(0).map((shell) => shell.stop()));
});

function shellOnPty(
  options: LinuxBoardOptions = {},
  dirt?: (bytes: Buffer) => Buffer,
  typedDirt?: (text: string) => string,
): ShellOnPty {
  const shell = new ShellOnPty(folder(), options, dirt, typedDirt);
  shells.push(shell);
  return shell;
}

interface Wanted extends Partial<BoardLinux> {
  readonly raw?: string;
  readonly pass?: string;
  readonly proc?: string;
  readonly signal?: AbortSignal;
}

function optionsOf(directory: string, wanted: Wanted): FetchLinuxOptions {
  const { raw = folder(), pass = null, proc = folder(), signal, ...linux } = wanted;
  return {
    linux: {
      directory,
      gcovPrefix: null,
      user: null,
      password: null,
      passwordEnv: null,
      idleTimeoutMs: 4_000,
      timeoutMs: 60_000,
      ...linux,
    },
    newline: '\r',
    password: pass,
    plan: null,
    rawFile: join(raw, 'fetch.log'),
    procFolder: proc,
    signal: signal ?? AbortSignal.timeout(60_000),
  };
}

const fetchFrom = (link: Link, directory: string, wanted: Wanted = {}) =>
  fetchLinux(link, optionsOf(directory, wanted));

async function refusal(work: Promise<unknown>): Promise<BenchError> {
  return work.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: BenchError) => error,
  );
}

/** The shell has its echo, its prompt and nothing of ours. */
async function expectAsFound(shell: ShellOnPty): Promise<void> {
  const said = await shell.answer('stty -a; echo "[$OTTO_BENCH_TTY]"');
  expect(said).toMatch(/ echo /);
  expect(said).not.toMatch(/ -echo /);
  expect(said).toContain('[]');
}

onlyWith(
  'busybox',
  'socat',
  'gcc',
  'dash',
  'bash',
)('a shell on a pseudo-terminal', () => {
  it.each(['busybox ash', 'bash --norc', 'dash'])(
    '%s gives files of any name, byte for byte, and is left as it was',
    async (name) => {
      const app = nativeProgram(folder());
      app.run();
      const names = ['it\'s "50%" \\n $HOME;*.gcda', 'new\nline\tand\u0003.gcda', 'ärger.gcda'];
      const counts = new Map<string, Buffer>();
      for (const each of names) {
        app.run();
        counts.set(join(app.build, each), readFileSync(app.dataFile));
        copyFileSync(app.dataFile, join(app.build, each));
      }
      app.run();
      counts.set(app.dataFile, readFileSync(app.dataFile));
      const shell = shellOnPty({ shell: name, env: { PS1: 'board login $ ' } });
      const result = await fetchFrom(shell.link(), app.build);
      expect(result.objects.map(({ path }) => path).sort()).toEqual(
        [...names, 'app.gcda'].map((each) => join(app.build, each)).sort(),
      );
      for (const object of result.objects) {
        expect(object).toMatchObject({ status: 'ok', origin: { format: 'linux shell' } });
        expect(Buffer.compare(object.bytes, counts.get(object.path)!)).toBe(0);
      }
      expect(result).toMatchObject({ warnings: [], isComplete: true, formats: ['linux shell'] });
      await expectAsFound(shell);
    },
  );

  it('looks below GCOV_PREFIX too, and once where one folder holds the other', async () => {
    const app = nativeProgram(folder());
    const prefix = folder();
    app.run();
    app.run({ GCOV_PREFIX: prefix });
    const shell = shellOnPty();
    const { objects, warnings } = await fetchFrom(shell.link(), app.build, { gcovPrefix: prefix });
    expect(warnings).toEqual([
      `${prefix}${app.dataFile} and ${app.dataFile} are the same and both count: a copy has to go from the folder`,
    ]);
    expect(objects.map(({ path }) => path)).toEqual([app.dataFile, prefix + app.dataFile]);
    const again = await fetchFrom(shell.link(), app.build, { gcovPrefix: `${app.build}/deep` });
    expect(again.objects).toHaveLength(1);
  });

  it('says why nothing is there: the prefix of the shell, and a program that still runs', async () => {
    const app = nativeProgram(folder());
    const proc = folder();
    mkdirSync(join(proc, '4711'));
    symlinkSync(app.program, join(proc, '4711', 'exe'));
    const shell = shellOnPty({ env: { GCOV_PREFIX: '/tmp/cov', GCOV_PREFIX_STRIP: '3' } });
    const error = await refusal(fetchFrom(shell.link(), app.build, { proc }));
    expect(error).toMatchObject({
      code: 'NO_DUMP_FOUND',
      message: 'there are no counters on serial:/dev/ttyS0',
      why: `no .gcda file is below ${app.build}; the shell has GCOV_PREFIX=/tmp/cov and GCOV_PREFIX_STRIP=3; built to count and running: ${app.program} (process 4711)`,
    });
    expect(error.hints[0]).toBe(
      'counters are written when a program ends by exit(), or calls __gcov_dump(): stop it in an orderly way, then fetch',
    );
    expect(error.hints[1]).toBe(
      'gcov_prefix = "/tmp/cov" in [linux] makes that folder be looked at',
    );
    const gone = await refusal(fetchFrom(shell.link(), '/nonexistent/build'));
    expect(gone.why).toContain('/nonexistent/build is not on the board');
    await expectAsFound(shell);
  });

  it('warns of a program whose counts are not in its files yet', async () => {
    const app = nativeProgram(folder());
    app.run();
    const proc = folder();
    mkdirSync(join(proc, '12'));
    symlinkSync(app.program, join(proc, '12', 'exe'));
    const { warnings } = await fetchFrom(shellOnPty().link(), app.build, { proc });
    expect(warnings).toEqual([
      `what it counted until now is not in the files before it ends by exit() or calls __gcov_dump(): ${app.program} (process 12)`,
    ]);
  });

  it.each(['serial', 'tcp', 'exec'])('answers over a %s link', async (kind) => {
    const app = nativeProgram(folder());
    app.run();
    const place = folder();
    const command = shellCommand(place);
    let port = `exec:${command}`;
    let server: ChildProcess | null = null;
    const tty = join(place, 'tty');
    if (kind !== 'exec') {
      const number = 20_000 + (process.pid % 20_000);
      const address =
        kind === 'tcp' ? `TCP-LISTEN:${number},bind=127.0.0.1` : `PTY,raw,echo=0,link=${tty}`;
      server = spawn('socat', ['-dd', address, command.replace('socat - ', '')]);
      let said = '';
      server.stderr?.on('data', (bytes: Buffer) => (said += bytes.toString()));
      await until(() => (kind === 'tcp' ? said.includes('listening on') : existsSync(tty)));
      port = kind === 'tcp' ? `tcp:127.0.0.1:${number}` : `serial:${tty}`;
    }
    const link = createLink(port, { baseFolder: place });
    try {
      await link.open(AbortSignal.timeout(5_000));
      const { objects } = await fetchFrom(link, app.build);
      expect(objects).toMatchObject([{ path: app.dataFile, status: 'ok' }]);
    } finally {
      await link.close();
      server?.kill('SIGKILL');
    }
  });

  it('holds the files against the program they come from', async () => {
    const app = nativeProgram(folder());
    app.run({ GCOV_PREFIX: join(app.build, 'deep'), GCOV_PREFIX_STRIP: '2' });
    const plan = planCounters(readFileSync(app.program), app.program);
    const { objects } = await fetchLinux(shellOnPty().link(), {
      ...optionsOf(app.build, {}),
      plan,
    });
    expect(objects).toMatchObject([{ path: app.dataFile, status: 'ok' }]);
  });

  const needed = ['sh', 'printf', 'cat', 'find', 'wc', 'stty', 'ls', 'grep', 'dd'];
  it.each([
    ['base64', 'gzip', 'md5sum'],
    ['od', 'cksum'],
    ['openssl', 'gzip', 'sha256sum'],
    ['uuencode', 'cksum'],
    ['hexdump', 'md5sum'],
    ['xxd'],
  ])('makes do with %s %s %s', async (...extra) => {
    const app = nativeProgram(folder(), 40);
    app.run();
    const shell = shellOnPty({ programs: [...needed, ...extra] });
    const { objects } = await fetchFrom(shell.link(), app.build);
    expect(objects.map(({ status }) => status)).toEqual(['ok']);
    expect(Buffer.compare(objects[0]!.bytes, readFileSync(app.dataFile))).toBe(0);
  });

  it('says what is missing on a board that has none of these', async () => {
    const shell = shellOnPty({ programs: needed });
    const error = await refusal(fetchFrom(shell.link(), '/build'));
    expect(error).toMatchObject({
      code: 'UNSUPPORTED_FORMAT',
      message: 'the shell on serial:/dev/ttyS0 cannot print the bytes of a file',
    });
    await expectAsFound(shell);
  });

  it('reads through kernel messages anywhere, CR CR LF, and spoilt characters', async () => {
    const app = nativeProgram(folder(), 3_000);
    app.run();
    let count = 0;
    const dirt = (bytes: Buffer): Buffer => {
      const text = bytes.toString('latin1').replaceAll('\r\n', '\r\r\n');
      let out = '';
      for (const char of text) {
        count += 1;
        if (count % 701 === 0) out += `[ ${count}.123456] usb 1-1: new device\r\n`;
        out += count === 9_000 ? '?' : char;
      }
      return Buffer.from(out, 'latin1');
    };
    const shell = shellOnPty({ programs: [...needed, 'base64', 'sha256sum'] }, dirt);
    const { objects } = await fetchFrom(shell.link(), app.build);
    expect(objects.map(({ status }) => status)).toEqual(['ok']);
    expect(objects[0]!.bytes.length).toBeGreaterThan(80_000);
    expect(Buffer.compare(objects[0]!.bytes, readFileSync(app.dataFile))).toBe(0);
  });

  it('is not led astray by a line that loses what is typed', async () => {
    const app = nativeProgram(folder());
    const counts = new Map<string, Buffer>();
    for (let at = 1; at <= 22; at += 1) {
      app.run();
      const path = join(app.build, `${'1'.repeat(at)}.gcda`);
      copyFileSync(app.dataFile, path);
      counts.set(path, readFileSync(path));
    }
    rmSync(app.dataFile);
    let typed = 0;
    const lose = (text: string): string =>
      Array.from(text, (char) => ((typed += 1) % 1_499 === 0 ? '' : char)).join('');
    const shell = shellOnPty({}, undefined, lose);
    const { objects } = await fetchFrom(shell.link(), app.build, { idleTimeoutMs: 1_500 });
    expect(objects).toHaveLength(22);
    for (const object of objects) {
      expect(object.status).toBe('ok');
      expect(Buffer.compare(object.bytes, counts.get(object.path)!)).toBe(0);
    }
  });

  it('believes a file only when it is one state of it, whoever writes to it meanwhile', async () => {
    const app = nativeProgram(folder());
    app.run();
    // Counts once more at every look: what is summed up first is never what is printed next.
    const scripts = { cat: `[ -t 0 ]; ${app.program} >/dev/null 2>&1; exec /bin/cat "$@"` };
    const shell = shellOnPty({ scripts });
    const { objects } = await fetchFrom(shell.link(), app.build);
    expect(objects).toMatchObject([
      {
        path: app.dataFile,
        status: 'damaged',
        reason: 'it did not come over whole, or it changes all the time',
      },
    ]);
  });

  it('names a file that is damaged on the board', async () => {
    const app = nativeProgram(folder());
    app.run();
    writeFileSync(app.dataFile, readFileSync(app.dataFile).subarray(0, 70));
    const { objects } = await fetchFrom(shellOnPty().link(), app.build);
    expect(objects[0]).toMatchObject({ status: 'damaged' });
    expect(objects[0]!.reason).toMatch(/^on the board it is no whole \.gcda file: /);
  });

  it('goes on where it was cut off, in the shell that was left hanging', async () => {
    const app = nativeProgram(folder());
    app.run();
    for (let at = 0; at < 12; at += 1) copyFileSync(app.dataFile, join(app.build, `${at}.gcda`));
    const raw = folder();
    const shell = shellOnPty();
    const link = shell.link();
    const cut = fetchLinux(link, {
      ...optionsOf(app.build, { raw }),
      onProgress: ({ objects }) => {
        if (objects.filter(({ status }) => status === 'ok').length === 5) link.unplug();
      },
    });
    expect((await refusal(cut)).code).toBe('LINK_LOST');
    // What came in the same breath as the fifth is kept as well.
    const kept = readdirSync(join(raw, 'linux')).length;
    expect(kept).toBeGreaterThanOrEqual(5);
    expect(kept).toBeLessThan(13);
    const typed = shell.input.length;
    const { objects } = await fetchFrom(shell.link(), app.build, { raw });
    expect(objects.filter(({ status }) => status === 'ok')).toHaveLength(13);
    expect(shell.input.slice(typed).match(/f='\\''\//g)).toHaveLength(13 - kept);
    await expectAsFound(shell);
    // A file that counts on is fetched again.
    app.run();
    const later = shell.input.length;
    await fetchFrom(shell.link(), app.build, { raw });
    expect(shell.input.slice(later).match(/f='\\''\//g)).toHaveLength(1);
  });

  it('stops when it is told to and gives the console back', async () => {
    const app = nativeProgram(folder());
    app.run();
    const shell = shellOnPty({ scripts: { find: 'sleep 60' } });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 4_000);
    const error = await refusal(
      fetchFrom(shell.link(), app.build, { signal: controller.signal, idleTimeoutMs: 30_000 }),
    );
    expect(error.code).toBe('CANCELLED');
    await expectAsFound(shell);
  });

  it('ends a command that hangs and tries again', async () => {
    const app = nativeProgram(folder());
    app.run();
    const flag = join(folder(), 'hung');
    const hang = `[ -e ${flag} ] || { : > ${flag}; sleep 60; }; exec busybox md5sum "$@"`;
    const programs = [...needed, 'busybox', 'base64', 'sleep'];
    const shell = shellOnPty({ programs, scripts: { md5sum: hang } });
    const { objects } = await fetchFrom(shell.link(), app.build, { idleTimeoutMs: 1_500 });
    expect(objects.map(({ status }) => status)).toEqual(['ok']);
    expect(existsSync(flag)).toBe(true);
    await expectAsFound(shell);
  });

  it('gives up on a shell that hangs for good, with what was last seen', async () => {
    const shell = shellOnPty({ scripts: { grep: 'sleep 60', find: 'sleep 60' } });
    const error = await refusal(
      fetchFrom(shell.link(), '/build', { idleTimeoutMs: 1_000, timeoutMs: 9_000 }),
    );
    expect(error).toMatchObject({
      code: 'TIMED_OUT',
      message: 'the shell on serial:/dev/ttyS0 stopped answering',
    });
    expect(error.why).toMatch(/^last seen: "/);
  });

  it('takes a console that says nothing for what it is', async () => {
    const silent = shellOnPty({ before: 'stty -echo; exec sleep 60' });
    const error = await refusal(fetchFrom(silent.link(), '/build'));
    expect(error).toMatchObject({
      code: 'NO_ANSWER',
      message: 'no shell answers on serial:/dev/ttyS0',
      why: 'nothing readable came',
    });
  });

  const login = (echo: string): string =>
    `while :; do printf '\\nboard login: '; read u; ${echo}; printf 'Password: '; read p; stty echo; echo; sleep 1
    [ "$u:$p" = root:s3cr3t+x ] && break; echo 'Login incorrect'; done; echo 'Last login: today'`;

  it.each([
    ['stty -echo', 'does not echo the password'],
    [':', 'echoes the password'],
  ])('logs in where it is asked to (%s: the board %s)', async (echo) => {
    const app = nativeProgram(folder());
    app.run();
    const raw = folder();
    const shell = shellOnPty({ before: login(echo) });
    const link = new SecretLink(shell.link(), 's3cr3t+x');
    let heard = '';
    link.subscribe((event) => {
      if (event.type === 'bytes') heard += Buffer.from(event.bytes).toString('latin1');
    });
    const wanted = { user: 'root', pass: 's3cr3t+x', raw };
    const { objects, rawFile } = await fetchFrom(link, app.build, wanted);
    expect(objects.map(({ status }) => status)).toEqual(['ok']);
    for (const text of [heard, readFileSync(rawFile, 'latin1')]) {
      expect(text).toContain('board login: root');
      expect(text).not.toContain('s3cr3t');
    }
    expect(heard.includes('********')).toBe(echo === ':');
  });

  it('tries a log-in once and never says the password', async () => {
    const shell = shellOnPty({ before: login('stty -echo') });
    const wrong = await refusal(fetchFrom(shell.link(), '/b', { user: 'root', pass: 'hunter2' }));
    expect(wrong).toMatchObject({
      code: 'LOGIN_REFUSED',
      message: 'cannot log in on serial:/dev/ttyS0',
    });
    expect(wrong.why).toMatch(/^the log-in was refused; last seen: /);
    expect(`${wrong.why} ${wrong.hints.join(' ')}`).not.toContain('hunter2');
    const none = await refusal(fetchFrom(shell.link(), '/b', { user: 'root' }));
    expect(none.why).toMatch(/^it asks for a password and there is none; last seen: /);
    const nobody = await refusal(fetchFrom(shell.link(), '/b'));
    expect(nobody.why).toMatch(/^it asks for a user and \[linux\] names none; last seen: /);
  });

  it('zeroes by deleting the data files below its folders and nothing else', async () => {
    const app = nativeProgram(folder());
    app.run();
    const outside = folder();
    copyFileSync(app.dataFile, join(outside, 'kept.gcda'));
    symlinkSync(outside, join(app.build, 'link'));
    copyFileSync(app.dataFile, join(app.build, "it's\n%s.gcda"));
    mkdirSync(join(app.build, 'folder.gcda'));
    const before = readdirSync(app.build);
    const shell = shellOnPty();
    const proc = folder();
    mkdirSync(join(proc, '1'));
    symlinkSync('/bin/sh', join(proc, '1', 'exe'));
    const result = await zeroLinux(shell.link(), optionsOf(app.build, { proc }));
    expect([...result.deleted].sort()).toEqual(
      [app.dataFile, join(app.build, "it's\n%s.gcda")].sort(),
    );
    expect(result).toMatchObject({ remaining: [], warnings: [], running: null });
    expect(readdirSync(app.build)).toEqual(
      before.filter((name) => !name.endsWith('.gcda') || name === 'folder.gcda'),
    );
    expect(existsSync(join(outside, 'kept.gcda'))).toBe(true);
    await expectAsFound(shell);
  });

  it('says of which program the counts go on after zeroing', async () => {
    const app = nativeProgram(folder());
    app.run();
    const proc = folder();
    mkdirSync(join(proc, '7'));
    symlinkSync(app.program, join(proc, '7', 'exe'));
    const result = await zeroLinux(shellOnPty().link(), optionsOf(app.build, { proc }));
    expect(result.running).toBe(`${app.program} (process 7)`);
    const unseen = await zeroLinux(shellOnPty().link(), optionsOf(app.build, {}));
    expect(unseen.warnings).toEqual([
      'which programs run could not be seen: one from before keeps its counts, and writes them when it ends',
    ]);
  });
});
