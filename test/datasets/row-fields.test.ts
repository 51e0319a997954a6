import {
  filledText,
  problemName,
  pythonName,
  reference,
  referenceMember,
  taskId,
  text,
} from '../../datasets/row-fields';
import { TestColumns, TestPairs } from '../../datasets/test-columns';

test('a text has the line ends of this system, and a filled one more than blanks', () => {
  expect(text.parse('a\r\nb\rc\r\n')).toBe('a\nb\rc\n');
  expect(filledText.safeParse(' \r\n').success).toBe(false);
  expect(filledText.parse(' a ')).toBe(' a ');
});

test.each([
  [taskId, 'a'.repeat(200), true],
  [taskId, 'a'.repeat(201), false],
  [taskId, '', false],
  [taskId, 'a b', false],
  [taskId, 'a\u0000', false],
  [problemName, 'a b', true],
  [problemName, 'a  b', false],
  [problemName, ' a', false],
  [problemName, 'a'.repeat(200), true],
  [problemName, 'a'.repeat(201), false],
  [pythonName, '_f1', true],
  [pythonName, 'größe', true],
  [pythonName, '1f', false],
  [pythonName, 'f-1', false],
  [pythonName, 'lambda', false],
  [pythonName, 'a'.repeat(200), true],
  [pythonName, 'a'.repeat(201), false],
])('names are visible and bounded %#', (schema, value, isName) => {
  expect(schema.safeParse(value).success).toBe(isName);
});

test('a reference of another form is ignored, and so is an empty one', () => {
  expect([reference.parse('a\r\n'), reference.parse(3), reference.parse(undefined)]).toEqual([
    'a\n',
    undefined,
    undefined,
  ]);
  expect([undefined, ' \n', ' a'].map(referenceMember)).toEqual([{}, {}, { reference: ' a' }]);
});

test('tests are pairs, or two columns of one length', () => {
  expect(TestColumns.parse({ input: [1, 2], output: ['a', null] })).toEqual([
    { input: 1, output: 'a' },
    { input: 2, output: null },
  ]);
  expect(TestColumns.safeParse({ input: [1], output: [] }).success).toBe(false);
  expect(TestColumns.safeParse({ input: [], output: [1] }).success).toBe(false);
  expect(TestPairs.safeParse([{ input: null, output: null }]).success).toBe(true);
  expect(TestPairs.safeParse([{ input: 1 }]).success).toBe(false);
});
