import { expect, test } from 'vitest';
import fc from 'fast-check';
import { locateKeys, pathKey } from '../../src/board/locate-keys.js';

function place(text: string, ...path: string[]): string {
  const found = locateKeys(text).get(pathKey(path));
  if (!found) return 'nowhere';
  return `${found.key.line}:${found.key.column} ${found.value.line}:${found.value.column}`;
}

test('a key and its value have their own places', () => {
  expect(place('a = 1\n  beta =  "x"\n', 'beta')).toBe('2:3 2:11');
});

test('keys belong to the table above them', () => {
  const text = '[console]\nport = "x"\n[dump] # and so on\n# port = "no"\nport = "y"\n';
  expect(place(text, 'console', 'port')).toBe('2:1 2:8');
  expect(place(text, 'dump', 'port')).toBe('5:1 5:8');
  expect(place(text, 'dump')).toBe('3:1 3:1');
});

test('dotted and quoted keys are paths', () => {
  expect(place('[a."b.c"]\nd."e f".g = 1\n', 'a', 'b.c', 'd', 'e f', 'g')).toBe('2:1 2:13');
  expect(place('a.b = 1\n', 'a')).toBe('1:1 1:1');
  expect(place('"\\u0061" = 1\n', 'a')).toBe('1:1 1:12');
});

test('text inside strings and comments is not taken for keys', () => {
  const text = 'a = """\nb = 1\n""" # c = 1\nd = \'\'\'\n[x]\n\'\'\'\ne = "f = \\" g"\n';
  expect([...locateKeys(text).keys()]).toEqual(['["a"]', '["d"]', '["e"]']);
});

test('elements of arrays and inline tables are found', () => {
  const text = 'labs = [ "a", # one\n  "b" ]\nbuild = { notes = ["n"], x = { y = 2 } }\nlast = 1\n';
  expect(place(text, 'labs', '1')).toBe('2:3 2:3');
  expect(place(text, 'build', 'x', 'y')).toBe('3:32 3:36');
  expect(place(text, 'last')).toBe('4:1 4:8');
});

test('elements of arrays of tables are numbered', () => {
  const text = '[[m]]\na = 1\n[[m]]\na = 2\n[m.s]\nb = 3\n';
  expect(place(text, 'm', '1', 'a')).toBe('4:1 4:5');
  expect(place(text, 'm', '1', 's', 'b')).toBe('6:1 6:5');
});

test('any text at all is scanned to its end', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('[', ']', '{', '}', '"', "'", '=', '.', ',', '\n', 'a', '\\', '#')),
      (parts) => {
        expect(locateKeys(parts.join(''))).toBeInstanceOf(Map);
      },
    ),
  );
});
