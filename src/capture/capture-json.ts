import { CAPTURE_SCHEMA, type BranchTriple, type Capture } from './capture.js';

type Member = readonly [key: string, text: string];

/**
 * The text of a capture file, byte for byte as schema v2 wants it: all twelve keys in their order,
 * two spaces of indent, every array on lines of its own, maps in the order they have, no line feed
 * at the end. Written from maps, since an object would sort names that look like numbers.
 */
export function captureJson(capture: Capture): string {
  const { tester } = capture;
  return object(0, [
    ['schema', String(CAPTURE_SCHEMA)],
    ['tier', quote(capture.tier)],
    ['base_commit', quote(capture.baseCommit)],
    ['dirty_remap', String(capture.dirtyRemap)],
    ['captured_at', quote(capture.capturedAt)],
    ['tester', tester === null ? 'null' : object(1, testerMembers(tester))],
    ['ticket', quote(capture.ticket)],
    ['note', quote(capture.note)],
    ['labs', array(1, capture.labs.map(quote))],
    ['board', quote(capture.board)],
    ['display_name', quote(capture.displayName)],
    [
      'files',
      object(
        1,
        [...capture.files].map(([path, file]): Member => [
          path,
          object(2, [
            ['blob', quote(file.blob)],
            [
              'lines',
              object(
                3,
                [...file.lines].map(([n, count]) => [`${n}`, `${count}`]),
              ),
            ],
            [
              'branches',
              object(
                3,
                [...file.branches].map(([n, all]) => [`${n}`, triples(all)]),
              ),
            ],
          ]),
        ]),
      ),
    ],
  ]);
}

function testerMembers(tester: NonNullable<Capture['tester']>): Member[] {
  const name: Member = ['name', quote(tester.name)];
  return tester.email === undefined ? [name] : [name, ['email', quote(tester.email)]];
}

function triples(branches: readonly BranchTriple[]): string {
  return array(
    4,
    branches.map((triple) => array(5, triple.map(String))),
  );
}

/** JSON.stringify escapes exactly what the format asks for, apart from half characters. */
function quote(text: string | null): string {
  return JSON.stringify(text);
}

function object(depth: number, members: readonly Member[]): string {
  return block(
    depth,
    '{',
    members.map(([key, text]) => `${JSON.stringify(key)}: ${text}`),
    '}',
  );
}

function array(depth: number, items: readonly string[]): string {
  return block(depth, '[', items, ']');
}

function block(depth: number, open: string, items: readonly string[], close: string): string {
  if (items.length === 0) return open + close;
  const indent = '  '.repeat(depth);
  return `${open}\n${items.map((item) => `${indent}  ${item}`).join(',\n')}\n${indent}${close}`;
}
