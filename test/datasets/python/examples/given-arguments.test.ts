import { givenArguments } from '../../../../datasets/python/examples/given-arguments';
import { scanInputOutput } from '../../../../datasets/python/examples/input-output-examples';
import { scanStated } from '../../../../datasets/python/examples/stated-examples';
import { valueAt } from '../../../../datasets/python/examples/value-at';

const subject = (...parameters: readonly string[]) => ({ name: 'f', parameters, defined: ['f'] });

test.each([
  ['true', { text: 'True', end: 4 }],
  ['false,', { text: 'False', end: 5 }],
  ['null', { text: 'None', end: 4 }],
  ['none', { text: 'None', end: 4 }],
  ['nonesuch', null],
  ['[1,\n 2]', { text: '[1,\n 2]', end: 7 }],
  ['[a]', null],
  ['word', null],
])('the value %j', (text, value) => {
  expect(valueAt(text, 0)).toEqual(value);
});

test.each([
  ['a = 1, b = 2', '1, 2'],
  ['b = 2, a = 1', '1, 2'],
  ['x: 2\ny: [1]', '2, [1]'],
  ['a = 1', undefined],
  ['a = 1, b = name', undefined],
  ['3', undefined],
])('two arguments out of %j are %j', (text, given) => {
  expect(givenArguments(text, 0, subject('a', 'b'))?.text).toBe(given);
});

test('the only parameter may be given without a name', () => {
  expect(givenArguments('see 3, 4', 4, subject('a'))).toEqual({ text: '3', end: 5 });
  expect(givenArguments('a = 3, b = 4', 0, subject('a'))).toEqual({ text: '3', end: 5 });
  expect(givenArguments('name', 0, subject('a'))).toBeNull();
});

test.each([
  ['For a = 3, the output should be 4', '4'],
  ['For a = 3, the result must be: 4.', '4'],
  ['For a = 3, the answer will be [4] \nand so on', '[4]'],
  ['For a = 3, the output should be 4 or 5', undefined],
  ['For a = 3, the output is 4', undefined],
  ['For a = 3\nthe output should be 4', undefined],
])('a sentence states an example: %j', (text, value) => {
  const [example] = scanStated(`Say. ${text}`, subject('a'));
  expect(example).toEqual(value === undefined ? undefined : { at: 5, call: 'f(3)', value });
});

test.each([
  ['Input: a = 3\nOutput: 4', '4'],
  ['  Input : 3\n  Output : 4 # as 4 > 3\nmore', '4'],
  ['Input: 3\nOutput: 4 or 5', undefined],
  ['Input: 3 Output: 4', undefined],
])('input and output are an example: %j', (text, value) => {
  const [example] = scanInputOutput(text, subject('a'));
  expect(example).toEqual(value === undefined ? undefined : { at: 0, call: 'f(3)', value });
});
