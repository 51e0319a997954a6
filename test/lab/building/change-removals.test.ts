import { changeRemovals } from '../../../lab/building/change-removals';
import { SmallRun } from '../../report/small-run';
import { madeDataset, sourceRow } from '../../report/datasets/made-dataset';

const dataset = () =>
  madeDataset([
    { row: sourceRow('a/0'), method: 'keep', partners: [sourceRow('c/7')] },
    { row: sourceRow('b/0'), method: 'keep' },
  ]);

describe('removing from a data set', () => {
  it('takes sources, rows and partners, and can be taken back', async () => {
    const { store, run } = await dataset();
    const names = ['c/7', 'b', 'a/0'];
    expect(await changeRemovals(store, { run, names, undo: false })).toEqual({
      ...{ run, leftOut: ['a/0', 'b', 'c/7'] },
    });
    const back = { run, names: ['b', 'c/7'], undo: true };
    expect(await changeRemovals(store, back)).toEqual({ run, leftOut: ['a/0'] });
  });

  it('refuses a name that would remove nothing, and then removes none of the others', async () => {
    const { store, run } = await dataset();
    const change = changeRemovals(store, { run, names: ['b', 'd'], undo: false });
    await expect(change).rejects.toMatchObject({
      ...{
        code: 'BAD_FLAG',
        exitCode: 2,
        message: expect.stringMatching(/^d: the run has/) as string,
      },
    });
    expect(await store.runs.datasetRemovals(run)).toEqual([]);
  });

  it('refuses to take back what is not removed', async () => {
    const { store, run } = await dataset();
    await changeRemovals(store, { run, names: ['b'], undo: false });
    await expect(changeRemovals(store, { run, names: ['a/0'], undo: true })).rejects.toMatchObject({
      ...{ exitCode: 2, remedy: 'Removed are b' },
    });
  });

  it('refuses a run that makes no data set', async () => {
    const small = new SmallRun();
    await small.begin();
    const change = { run: small.id, names: ['a'], undo: false };
    await expect(changeRemovals(small.store, change)).rejects.toMatchObject({
      code: 'NO_DATASET_RUN',
    });
  });
});
