import { compareErrorFacts, errorWords } from '../../../../core/repository/compare/compare-errors';
import type { TreeError } from '../../../../core/python-values/python-value';

const place = { outer: null, step: 'end' };
const errorOf = (type: string, message = '', args?: TreeError['args']): TreeError =>
  args === undefined ? { type, bases: [], message } : { type, bases: [], message, args };

const compared = (
  expected: TreeError,
  actual: TreeError,
  messages: 'compared' | 'not-compared' = 'compared',
) => compareErrorFacts(expected, actual, { floats: { kind: 'exact' }, messages }, place);

const same = { kind: 'same', args: null };
const value = errorOf('builtins:ValueError', 'too  small\nat 0xAB12');

test('standard exceptions are the same by class and message; white space and addresses aside', () => {
  expect(compared(value, errorOf('builtins:ValueError', ' too small at 0xff '))).toEqual(same);
  expect(compared(value, errorOf('builtins:ValueError', 'too big'))).toEqual({
    kind: 'differ',
    difference: {
      ...{ kind: 'message', place: 'end' },
      ...{ expected: String.raw`ValueError: too  small\nat 0xAB12`, actual: 'ValueError: too big' },
    },
  });
  expect(compared(value, errorOf('builtins:TypeError', value.message))).toMatchObject({
    difference: { kind: 'value' },
  });
});

test('messages count only if the policy says so', () => {
  expect(compared(value, errorOf('builtins:ValueError', 'other'), 'not-compared')).toEqual(same);
  expect(compared(value, errorOf('builtins:KeyError'), 'not-compared').kind).toBe('differ');
});

test('of a class of the package the arguments are to be compared, too', () => {
  const own = (args?: TreeError['args']): TreeError => errorOf('pkg:Odd', 'odd', args);
  expect(compared(own(), own())).toEqual(same);
  expect(compared(own([1]), own())).toMatchObject({ difference: { kind: 'value' } });
  expect(compared(own(), own([1]))).toMatchObject({ difference: { kind: 'value' } });
  expect(compared(own([1]), own([2]))).toEqual({
    kind: 'same',
    args: { expected: [1], actual: [2], place: { outer: place, step: ' arguments' } },
  });
  expect(compared(own([1]), own([2]), 'not-compared')).toEqual(same);
  const standard = (args: TreeError['args']) => errorOf('builtins:ValueError', 'odd', args);
  expect(compared(standard([1]), standard([2]))).toEqual(same);
});

test.each([
  ['pkg.m:Outer.Odd', '', 'Outer.Odd'],
  ['builtins:ValueError', 'a'.repeat(300), `ValueError: ${'a'.repeat(300)}`],
  ['builtins:ValueError', 'a'.repeat(301), `ValueError: ${'a'.repeat(300)}…`],
])('an exception in words: %s', (type, message, words) => {
  expect(errorWords(errorOf(type, message))).toBe(words);
});
