import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What each room may import beside itself and node's own modules. */
const WALLS: Readonly<Record<string, readonly string[]>> = {
  'src/base': [],
  'src/gcov': ['src/base'],
  'src/image': ['src/base', 'src/gcov'],
  'src/wire': ['src/base', 'src/gcov'],
  'src/settings': ['src/base'],
  'src/board': ['src/base', 'src/settings'],
  'src/link': ['src/base', 'src/board'],
  'src/acquire': [
    'src/base',
    'src/link',
    'src/wire',
    'src/image',
    'src/gcov',
    'src/board',
    'src/settings',
  ],
  'src/git': ['src/base'],
  'src/capture': ['src/base', 'src/gcov', 'src/git'],
  'src/store': ['src/base', 'src/capture'],
  'src/validity': ['src/base', 'src/settings', 'src/git', 'src/capture', 'src/store'],
  'src/report': ['src/base', 'src/validity'],
  'src/session': [
    'src/base',
    'src/gcov',
    'src/image',
    'src/wire',
    'src/settings',
    'src/board',
    'src/link',
    'src/acquire',
    'src/git',
    'src/capture',
    'src/store',
    'src/validity',
    'src/report',
  ],
};
const BELOW_FACES = Object.keys(WALLS);
const FACES: Readonly<Record<string, readonly string[]>> = {
  'src/cli': [...BELOW_FACES, 'tui'],
  tui: BELOW_FACES,
};
const ALLOWED = { ...WALLS, ...FACES };

/** The one home of each third-party package. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  serialport: ['src/link'],
  'simple-git': ['src/git'],
  commander: ['src/cli'],
  ink: ['tui'],
  react: ['tui'],
  'smol-toml': ['src/settings'],
  'string-width': ['src/report'],
  zod: ['src/board', 'src/capture', 'src/settings', 'src/session'],
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isDynamic: boolean;
  readonly isTypeOnly: boolean;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const files = [...sourceFiles('src'), ...sourceFiles('tui')];

/** Relative imports become paths in the repository, packages keep their name. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const statement =
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\s+from\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;
  return [...text.matchAll(statement)].map((match) => {
    const target = match[2] ?? match[3] ?? '';
    const to = target.startsWith('.')
      ? relative(root, resolve(root, dirname(file), target)).replace(/\.js$/, '')
      : target;
    return {
      from: file,
      to,
      isDynamic: match[3] !== undefined,
      isTypeOnly: match[1] !== undefined,
    };
  });
}

const imports = files.flatMap(importsOf);

function roomOf(path: string): string {
  return path.startsWith('src/')
    ? path.split('/').slice(0, 2).join('/')
    : (path.split('/')[0] ?? '');
}

describe('the rooms of the source tree', () => {
  it('hold every source file', () => {
    expect(files.filter((file) => !(roomOf(file) in ALLOWED))).toEqual([]);
  });

  it('import only what lies before them in the flow', () => {
    const offences = imports
      .filter(({ to }) => to.startsWith('src/') || to.startsWith('tui/'))
      .filter(({ from, to }) => {
        const [home, target] = [roomOf(from), roomOf(to)];
        return home !== target && !(ALLOWED[home] ?? []).includes(target);
      })
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(offences).toEqual([]);
  });

  it('reach the terminal screens by dynamic import only', () => {
    const offences = imports
      .filter(({ from, to, isDynamic, isTypeOnly }) => {
        return to.startsWith('tui/') && !from.startsWith('tui/') && !isDynamic && !isTypeOnly;
      })
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(offences).toEqual([]);
  });

  it('give each third-party package one home', () => {
    const offences = imports
      .filter(({ to }) => !to.startsWith('src/') && !to.startsWith('tui/'))
      .filter(({ to }) => !to.startsWith('node:'))
      .filter(({ from, to }) => {
        const name = to.startsWith('@')
          ? to.split('/').slice(0, 2).join('/')
          : (to.split('/')[0] ?? '');
        return !(HOMES[name] ?? []).includes(roomOf(from));
      })
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(offences).toEqual([]);
  });

  it('have no import cycle', () => {
    const graph = new Map<string, string[]>();
    for (const { from, to, isTypeOnly } of imports) {
      if (isTypeOnly) continue;
      const name = from.replace(/\.tsx?$/, '');
      graph.set(name, [...(graph.get(name) ?? []), to]);
    }
    expect(findCycle(graph)).toEqual([]);
  });

  it('use every runtime package that package.json names', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const used = new Set(imports.map(({ to }) => to));
    expect(Object.keys(manifest.dependencies).filter((name) => !used.has(name))).toEqual([]);
    expect(Object.values(manifest.dependencies).filter((range) => !/^\d/.test(range))).toEqual([]);
  });
});

/** The first import cycle as a list of files, or an empty list. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const finished = new Set<string>();
  for (const start of graph.keys()) {
    const path: string[] = [];
    const pending: { node: string; next: number }[] = [{ node: start, next: 0 }];
    while (pending.length > 0) {
      const frame = pending.at(-1)!;
      if (frame.next === 0) {
        if (path.includes(frame.node)) return [...path.slice(path.indexOf(frame.node)), frame.node];
        if (finished.has(frame.node)) {
          pending.pop();
          continue;
        }
        path.push(frame.node);
      }
      const target = graph.get(frame.node)?.[frame.next];
      frame.next += 1;
      if (target === undefined) {
        finished.add(frame.node);
        path.pop();
        pending.pop();
      } else pending.push({ node: target, next: 0 });
    }
  }
  return [];
}
