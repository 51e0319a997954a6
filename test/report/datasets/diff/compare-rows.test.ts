import { compareRows } from '../../../../report/datasets/diff/compare-rows';
import type { ComparedRow } from '../../../../report/datasets/diff/compare-rows';

const row: ComparedRow = {
  ...{ method: 'simulate', sources: ['a/0'], texts: 't', end: 'exported', why: '', turns: 'd' },
  ...{ models: 'm', prompts: 'p', replies: 'r', executions: 'e' },
};
const compared = (before: Partial<ComparedRow> | null, after: Partial<ComparedRow> | null) =>
  compareRows(
    new Map(before === null ? [] : [['a/0', { ...row, ...before }]]),
    new Map(after === null ? [] : [['a/0', { ...row, ...after }]]),
  );

describe('two data sets, compared', () => {
  it('are the same where the dialogues are', () => {
    expect(compared({}, { models: 'other' })).toEqual({ same: 1, changes: [] });
    expect(compared({ turns: null, end: 'filtered' }, { turns: null, end: 'unrated' })).toEqual({
      ...{ same: 0, changes: [] },
    });
  });

  it.each([
    ['removed', {}, null, 'the data set has no such row any more'],
    ['added', null, {}, 'the data set had no such row before'],
    ['changed', {}, { turns: 'x', method: 'correct' }, 'method correct instead of simulate'],
    ['changed', {}, { turns: 'x', sources: ['a/0', 'a/1'] }, 'other rows in the dialogue'],
    ['changed', {}, { turns: 'x', texts: 'x' }, 'another text of the source row'],
    ['changed', {}, { turns: 'x', models: 'x', prompts: 'x' }, 'another model, or other steps'],
    ['changed', {}, { turns: 'x', prompts: 'x', replies: 'x' }, 'another prompt'],
    ['changed', {}, { turns: 'x', replies: 'x' }, 'another reply to the same prompt'],
    ['changed', {}, { turns: 'x', executions: 'x' }, 'another result of an execution'],
    [
      'removed',
      {},
      { turns: null, end: 'filtered', models: 'x', prompts: 'x' },
      'filtered instead of exported',
    ],
    ['removed', {}, { turns: null, end: 'removed' }, 'removed instead of exported'],
    [
      'added',
      { turns: null, end: 'rejected', why: 'refusal' },
      {},
      'exported instead of rejected (refusal)',
    ],
  ] as const)('say that a dialogue is %s, and why: %j to %j', (change, before, after, why) => {
    expect(compared(before, after)).toEqual({ same: 0, changes: [{ row: 'a/0', change, why }] });
  });

  it('name the dialogue that a packed row went into', () => {
    const alone = new Map([['a/1', { ...row, sources: ['a/1'] }]]);
    const packed = new Map([['a/0', { ...row, method: 'pack', sources: ['a/0', 'a/1'] }]]);
    expect(compareRows(alone, packed).changes).toEqual([
      { row: 'a/0', change: 'added', why: 'the data set had no such row before' },
      { row: 'a/1', change: 'removed', why: 'the row is part of the dialogue of a/0' },
    ]);
  });
});
