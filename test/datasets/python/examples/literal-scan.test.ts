import { endOfBracket, endOfLiteral } from '../../../../datasets/python/examples/literal-scan';

test.each([
  ['(a, [b])c', 8],
  ['{")": 1}', 8],
  ["('\\')')", 7],
  ['[1)', null],
  ['[(])', null],
  ['[1', null],
  ['["a\n"]', null],
  ['["a]', null],
])('the bracket of %j ends at %j', (text, end) => {
  expect(endOfBracket(text, 0)).toBe(end);
});

test('a bracket is closed within 2,000 characters', () => {
  expect(endOfBracket(`[${' '.repeat(1_998)}]`, 0)).toBe(2_000);
  expect(endOfBracket(`[${' '.repeat(1_999)}]`, 0)).toBeNull();
});

test.each([
  ['12 x', 2],
  ['- 12', 4],
  ['+.5e-3j,', 7],
  ['0xFFg', 4],
  ['1_000.25', 8],
  ['True,', 4],
  ['Truest', null],
  ['None', 4],
  ['-True', null],
  ['"a\\"b" c', 6],
  ["rb'x'", 5],
  ["'a\nb'", null],
  ['[1,\n 2] + 1', 7],
  ['name', null],
  ['', null],
])('the literal %j ends at %j', (text, end) => {
  expect(endOfLiteral(text, 0)).toBe(end);
});

test('a literal may begin anywhere', () => {
  expect(endOfLiteral('x = 12', 4)).toBe(6);
});
