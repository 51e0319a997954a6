import { datasetRow } from '../../../../report/datasets/show/dataset-row';
import { datasetRowTree } from '../../../../report/datasets/show/dataset-row-tree';
import { datasetSummary } from '../../../../report/datasets/show/dataset-summary';
import { madeDataset, ranStep, sourceRow } from '../made-dataset';

const [kept, other, partner] = [sourceRow('a/0'), sourceRow('a/1'), sourceRow('b/5')];

describe('a row of a made data set', () => {
  it('is found by its source row, by a partner, and by the id of its dialogue', async () => {
    const { store, run } = await madeDataset([
      { row: kept, method: 'keep' },
      { row: other, method: 'keep', partners: [partner] },
    ]);
    const found = await datasetRow(store, run, 'a/1');
    expect(found).toMatchObject({
      ...{ end: 'exported', method: 'keep', removedBy: [], dialogue: { turns: 2 } },
      rows: [
        { id: 'a/1', source: 'a', licence: 'MIT' },
        { id: 'b/5', source: 'b' },
      ],
    });
    expect(await datasetRow(store, run, 'b/5')).toEqual(found);
    expect(await datasetRow(store, run, String(found.dialogue?.id))).toEqual(found);
  });

  it('shows the ratings of every packed neighbour', async () => {
    const rows = [0, 1, 2].map((at) => sourceRow(`p/${String(at)}`));
    const made = await madeDataset([{ row: kept, method: 'keep' }]);
    const rated = await ranStep(made.store, 'set x 1', { end: 'finished', words: 'w' });
    await madeDataset(
      rows.map((row) => ({ row, method: 'pack', end: 'to-pack', steps: [rated] })),
      { run: 'packed', store: made.store },
    );
    const found = await datasetRow(made.store, 'packed', 'p/1');
    expect(found.rows).toHaveLength(3);
    expect(found.steps.map(({ row }) => row).sort()).toEqual(['p/0', 'p/1', 'p/2']);
  });

  it('says why there is no dialogue, and prints nothing that moves the cursor', async () => {
    const { store, run } = await madeDataset([
      {
        ...{ row: kept, method: 'keep', end: 'rejected' },
        findings: [{ gate: 'refusal', why: 'says "\u001b[2Jno"' }],
      },
    ]);
    const found = await datasetRow(store, run, 'a/0');
    expect(found).toMatchObject({ end: 'rejected', dialogue: null });
    const lines = datasetRowTree(found);
    expect(lines).toContainEqual(expect.stringMatching(/refusal: says/));
    expect(lines).toContain('├─ no dialogue: rejected');
    expect(lines.join('\n')).not.toContain('\u001b');
  });

  it('is refused with an example when the run does not have it', async () => {
    const { store, run } = await madeDataset([{ row: kept, method: 'keep' }]);
    await expect(datasetRow(store, run, 'a/9')).rejects.toMatchObject({
      ...{ code: 'UNKNOWN_ROW', exitCode: 2 },
      remedy: expect.stringContaining('a/0') as string,
    });
  });

  it('is told to be left out when its source was removed', async () => {
    const { store, run } = await madeDataset([
      { row: kept, method: 'keep' },
      { row: partner, method: 'keep' },
    ]);
    await store.runs.removeFromDataset(run, ['b']);
    expect(await datasetRow(store, run, 'b/5')).toMatchObject({ end: 'removed', removedBy: ['b'] });
    expect(await datasetSummary(store, run)).toMatchObject({
      exported: { dialogues: 1, removed: 1 },
      leftOut: ['b'],
    });
  });
});
