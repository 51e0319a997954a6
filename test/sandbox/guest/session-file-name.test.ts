import { isSessionFileName } from '../../../sandbox/guest/session-file-name';

test.each(['a', 'a/b.txt', '..a', 'a..', 'größe.csv', 'a b', 'a'.repeat(255)])(
  '%j is a name',
  (name) => {
    expect(isSessionFileName(name)).toBe(true);
  },
);

test.each(
  ['', '/a', 'a/', 'a//b', '.', '..', 'a/../b', 'a/.', 'a\\b', 'a\nb', 'a\u202eb'].concat(
    'a'.repeat(256),
  ),
)('%j is none', (name) => {
  expect(isSessionFileName(name)).toBe(false);
});
