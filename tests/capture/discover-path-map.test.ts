import { describe, expect, it } from 'vitest';
import { discoverPathMap } from '../../src/capture/discover-path-map.js';
import { applyPathMap, parsePathMap } from '../../src/capture/path-map.js';

describe('the prefix of a build tree', () => {
  it('is the one most sources vote for', () => {
    const tree = ['src/valve.c', 'src/main.c', 'sdk/src/main.c', 'test/main.c'];
    expect(
      discoverPathMap(['/b/fw/src/valve.c', '/b/fw/src/main.c', '/opt/sdk/src/main.c'], tree),
    ).toEqual({ kind: 'found', map: { from: '/b/fw', to: '.' }, sources: 2 });
  });

  it('may be relative or the root of a container', () => {
    expect(discoverPathMap(['../src/valve.c'], ['src/valve.c'])).toMatchObject({
      map: { from: '..', to: '.' },
    });
    expect(discoverPathMap(['/src/valve.c'], ['src/valve.c'])).toMatchObject({
      map: { from: '/', to: '.' },
    });
    expect(applyPathMap({ from: '/', to: '.' }, '/src/valve.c')).toBe('src/valve.c');
  });

  it('is none without a common name, and none where too much would have to be compared', () => {
    expect(discoverPathMap(['/b/x.c'], ['src/valve.c'])).toEqual({ kind: 'none' });
    expect(discoverPathMap([], ['src/valve.c'])).toEqual({ kind: 'none' });
    const tree = Array.from({ length: 2000 }, (_, n) => `d${n}/src/main.c`);
    const sources = tree.map((name) => `/gone/${name}`);
    expect(discoverPathMap(sources, tree)).toEqual({ kind: 'none' });
  });
});

describe('an explicit path map', () => {
  it.each([
    ['/home/b/fw=.', { from: '/home/b/fw', to: '.' }],
    ['/home/b/fw/=', { from: '/home/b/fw', to: '.' }],
    ['/home/b=./fw/', { from: '/home/b', to: 'fw' }],
    ['C:\\b\\fw=/work/p/x', { from: 'C:/b/fw', to: 'x' }],
    ['/=.', { from: '/', to: '.' }],
  ])('%s is read', (text, map) => {
    expect(parsePathMap(text, '/work/p')).toEqual(map);
  });

  it.each([
    ['=x', '"=x" is not a path map'],
    ['/home', '"/home" is not a path map'],
    ['', '"" is not a path map'],
    ['/a=..', '"/a=.." maps sources to outside the project'],
    ['/a=/elsewhere', '"/a=/elsewhere" maps sources to outside the project'],
  ])('%j is refused', (text, message) => {
    expect(() => parsePathMap(text, '/work/p')).toThrow(message);
  });

  it('takes whole names only and never leads out of the project', () => {
    const map = { from: '/b/fw', to: 'fw' };
    expect(applyPathMap(map, '/b/fw/src/a.c')).toBe('fw/src/a.c');
    expect(applyPathMap(map, '/b/fwx/a.c')).toBeNull();
    expect(applyPathMap(map, '/b/fw/../../../a.c')).toBeNull();
  });
});
