import { cellSums, freshCells, noCells } from '../../../core/metrics/fresh-cells';
import { sumUp } from '../../../core/metrics/sum-up';
import { folded } from '../../../core/metrics/fold';
import type { AttemptRecord } from '../../../core/ports/records';
import type { VisibleResult } from '../../../core/schemas/search';
import { attemptOf, nodeOf, resultOf } from './records';

const visible = (cells?: number): VisibleResult => ({
  ...{ kind: 'passed', passed: 1, total: 1, feedback: { sha256: 'a'.repeat(64), excerpt: '' } },
  timeSensitive: false,
  ...(cells === undefined ? {} : { freshCells: cells }),
});

function attempt(hidden: number | undefined, shown: readonly (number | undefined)[]) {
  const result = resultOf([0], [0], hidden === undefined ? {} : { freshCells: hidden });
  const nodes = shown.map((cells, ordinal) => nodeOf(ordinal, { visible: visible(cells) }));
  return attemptOf('p', 0, { ...result, outcome: { ...result.outcome, nodes } });
}

const cellsOf = (attempts: readonly AttemptRecord[]) =>
  folded(sumUp(noCells), attempts.map(cellSums));

describe('fresh cells of a run', () => {
  it('are those of hidden and shown tests together, and the attempts that had any', () => {
    const attempts = [attempt(0, [1, 2]), attempt(1, []), attempt(0, [0])];
    expect(freshCells(cellsOf(attempts))).toEqual({ cells: 4, attempts: 2, unrecorded: 0 });
  });

  it('are not recorded of an attempt of which one result does not say', () => {
    const attempts = [attempt(1, [0, undefined]), attempt(undefined, [2]), attempt(3, [0])];
    expect(freshCells(cellsOf(attempts))).toEqual({ cells: 3, attempts: 1, unrecorded: 2 });
    expect(freshCells(cellsOf(attempts.slice(0, 2)))).toEqual({
      cells: null,
      attempts: 0,
      unrecorded: 2,
    });
  });

  it('need no result of a reply without a program, nor of an attempt without a verdict', () => {
    const silent = resultOf([], [], { freshCells: 0 });
    const nodes = [nodeOf(0, { program: null, visible: visible() })];
    const none = attemptOf('p', 0, { ...silent, outcome: { ...silent.outcome, nodes } });
    const open = attemptOf('q', 1, resultOf([], [], { status: 'unscored' }));
    expect(freshCells(cellsOf([none, open]))).toEqual({ cells: 0, attempts: 0, unrecorded: 0 });
  });
});
