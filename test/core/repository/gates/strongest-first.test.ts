import { strongestFirst } from '../../../../core/repository/gates/strongest-first';

const one = (name: string, lines: readonly number[]) => ({ case: name, branches: [], lines });

it('takes next what executes most of what the cases before it do not', () => {
  const cases = [one('a', [1]), one('b', [1, 2, 3]), one('c', [4]), one('d', [1, 2, 3, 4])];
  expect(strongestFirst(cases)).toEqual(['d', 'b', 'c', 'a']);
});

it('begins again when nothing is new, and keeps cases that execute nothing', () => {
  expect(strongestFirst([one('idle', []), one('a', [1]), one('b', [1])])).toEqual([
    'a',
    'b',
    'idle',
  ]);
});
