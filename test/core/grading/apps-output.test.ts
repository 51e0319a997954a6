import { isSameForApps } from '../../../core/grading/apps-output';

test.each([
  ['a b', ' a b\n'],
  ['a\nb', 'a  \n  b'],
  ['a\n\nb', 'a\nb\n'],
  ['1.0', '1.000009'],
  ['0', '0.00000001'],
  ['-inf', '-Infinity'],
  ['1 inf', 'inf 1'],
  ['a b', 'b a a'],
  ['a\nb', 'b\na\nb'],
  ['1.0004 2', '2 1.0001'],
])('%j and %j are the same', (expected, actual) => {
  expect(isSameForApps(expected, actual)).toBe(true);
});

test.each([
  ['a', 'b'],
  ['a b', 'a'],
  ['a\nb', 'a b'],
  ['1', '1.002'],
  ['100000', '100002'],
  ['inf', '-inf'],
  ['inf', '1'],
  ['1', 'inf'],
  ['1.0004 x', 'x 1.0001'],
  ['1 2', '1\n2'],
  ['a', ''],
])('%j and %j differ', (expected, actual) => {
  expect(isSameForApps(expected, actual)).toBe(false);
});

test('closeness is measured by what is expected', () => {
  expect(isSameForApps('100000', '100001')).toBe(true);
  expect(isSameForApps('100000', '100001.01')).toBe(false);
});
