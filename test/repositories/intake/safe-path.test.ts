import { pathTrouble, sortLinks } from '../../../repositories/intake/safe-path';

const file = (path: string) =>
  ({ kind: 'file', path, executable: false, content: Buffer.alloc(0) }) as const;
const link = (path: string, target: string) => ({ kind: 'link', path, target }) as const;

test.each([
  ['a/b/l', '../m.py', null],
  ['a/l', './/m.py', null],
  ['l', 'a/m.py', null],
  ['a/b/l', '../../a/m.py', null],
  ['l', 'a', 'leads to no file of the tree'],
  ['l', 'none', 'leads to no file of the tree'],
  ['a/l', '../../a/m.py', 'leads out of the tree'],
  ['l', '/a/m.py', 'leads out of the tree'],
])('a link %s to %s is kept or refused: %j', (path, target, why) => {
  const entries = [file('a/m.py'), link(path, target)];
  expect(sortLinks(entries)).toEqual(
    why === null
      ? { kept: entries, refused: [] }
      : { kept: entries.slice(0, 1), refused: [{ path, target, why }] },
  );
});

test('a link to a link is refused, and a long target is cut where it is told', () => {
  const entries = [file('m.py'), link('a', 'm.py'), link('b', 'a'), link('c', 'x'.repeat(301))];
  const { kept, refused } = sortLinks(entries);
  expect(kept.map(({ path }) => path)).toEqual(['m.py', 'a']);
  expect(refused.map(({ path, target }) => [path, target.length])).toEqual([
    ['b', 1],
    ['c', 300],
  ]);
});

test.each([
  ['', 'an empty or overlong path'],
  ['a'.repeat(1_001), 'an empty or overlong path'],
  ['a/\uFFFD', 'a name that is not UTF-8'],
  ['a\nb', 'a control sign or a backslash in its name'],
  ['a\u007f', 'a control sign or a backslash in its name'],
  ['a\\b', 'a control sign or a backslash in its name'],
  ['/a', 'a path that leads elsewhere'],
  ['a/../b', 'a path that leads elsewhere'],
  ['./a', 'a path that leads elsewhere'],
  ['a//b', 'a path that leads elsewhere'],
  ['a/.GIT/config', 'it would be read as git’s own'],
  ['.gitignore', null],
  ['a/..b/c d', null],
  ['a'.repeat(1_000), null],
])('the path %j is refused for %j', (path, why) => {
  expect(pathTrouble(path)).toBe(why);
});
