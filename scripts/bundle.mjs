// Makes dist/ from the sources: our own modules in few files, packages left where npm put them.
// Loading costs about half a millisecond a file, which for two hundred small modules is most of the
// run time of a small command.
import { chmodSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const MAIN = 'src/cli/main';

const OPTIONS = {
  cwd: root,
  input: { [MAIN]: join(root, `${MAIN}.ts`) },
  platform: 'node',
  tsconfig: join(root, 'tsconfig.json'),
  external: (id) => !id.startsWith('.') && !id.startsWith(root),
  logLevel: 'warn',
  checks: { ineffectiveDynamicImport: false },
};

/** The static imports of every module. */
async function readImports() {
  const imports = new Map();
  const reader = {
    name: 'read-imports',
    buildEnd() {
      for (const id of this.getModuleIds()) imports.set(id, this.getModuleInfo(id).importedIds);
    },
  };
  const bundle = await rolldown({ ...OPTIONS, plugins: [reader] });
  await bundle.generate({ dir: dist });
  await bundle.close();
  return imports;
}

/** The modules that are loaded with one, itself included. */
function loadedWith(imports, name) {
  const loaded = new Set();
  const open = [join(root, `${name}.ts`)];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (loaded.has(id) || !imports.has(id)) continue;
    loaded.add(id);
    open.push(...imports.get(id));
  }
  return loaded;
}

// What every command loads and what a decode loads is a file each; the rest falls into files by which
// commands share it.
const imports = await readImports();
const start = loadedWith(imports, MAIN);
const decode = loadedWith(imports, 'src/cli/commands/decode');
// What it does when it is loaded is for its own file: sharing with it must not run it.
for (const set of [start, decode]) set.delete(join(root, `${MAIN}.ts`));
const groups = [
  { name: 'start', test: (id) => start.has(id), priority: 2 },
  { name: 'decode', test: (id) => decode.has(id), priority: 1 },
];

for (const part of ['src', 'tui', 'chunks']) {
  rmSync(join(dist, part), { recursive: true, force: true });
}
const bundle = await rolldown(OPTIONS);
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name].js',
  codeSplitting: { groups },
});
await bundle.close();
chmodSync(join(dist, `${MAIN}.js`), 0o755);
if (process.argv.includes('--list')) {
  for (const { fileName, modules } of output) {
    const names = Object.keys(modules ?? {}).map((id) => relative(root, id).split(sep).join('/'));
    process.stdout.write(`${fileName}: ${names.join(' ')}\n`);
  }
}
