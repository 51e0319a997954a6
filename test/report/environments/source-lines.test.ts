import { markedLines, sourceLines } from '../../../report/environments/source-lines';
import type { MarkedLine } from '../../../report/environments/source-lines';

const source = {
  path: 'm.py',
  first: 9,
  text: 'def f(a):\n\tif a:\n    return 1  \n  return 2\n\n',
};
const coverage = {
  lines: [10, 11, 12],
  missedLines: [12],
  branches: [],
  missedArcs: [
    [10, 12],
    [10, -9],
    [12, 1],
  ] as [number, number][],
};

test('each line has its number, what cases do there, and what goes unnoticed', () => {
  const survivors = [
    { line: 11, words: 'line 11:  1  became 2 ', reached: true },
    { line: 12, words: '2 became 3', reached: false },
  ];
  expect(markedLines(source, coverage, survivors)).toEqual([
    { line: 9, text: 'def f(a):', mark: null, notes: [] },
    { line: 10, text: '    if a:', mark: 'part', notes: ['never to 12', 'never leaves here'] },
    { line: 11, text: '    return 1', mark: 'run', notes: ['unnoticed: 1 became 2'] },
    {
      ...{ line: 12, text: '  return 2', mark: 'missed' },
      notes: ['never to 1', 'unnoticed: 2 became 3 (no case gets here)'],
    },
  ]);
});

test('without coverage nobody knows what is executed', () => {
  expect(markedLines(source, null, []).map(({ mark }) => mark)).toEqual([null, null, null, null]);
});

const marked: readonly MarkedLine[] = [
  { line: 9, text: 'def f(a):', mark: null, notes: [] },
  { line: 10, text: '    return a + 1', mark: 'run', notes: ['first note', 'second note'] },
  { line: 11, text: '', mark: 'missed', notes: [] },
];

test('notes stand beside the source where there is room, one below the other', () => {
  expect(sourceLines(marked)).toEqual([
    '   9 def f(a):',
    '+ 10     return a + 1  | first note',
    '                       | second note',
    '- 11',
  ]);
});

test('there is room for both from 53 columns on, as notes need 28', () => {
  expect(sourceLines(marked, 53)).toEqual(sourceLines(marked));
  expect(sourceLines(marked, 52)).toEqual([
    '   9 def f(a):',
    '+ 10     return a + 1',
    '       | first note',
    '       | second note',
    '- 11',
  ]);
});
