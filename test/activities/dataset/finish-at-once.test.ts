import { finishAtOnce } from '../../../activities/dataset/finish-at-once';
import { RowContexts } from '../../../activities/dataset/row-contexts';
import { AttemptContexts } from '../../../activities/work/attempt-contexts';
import type { Store } from '../../../core/ports/records';
import { RunConfig } from '../../../core/schemas/run';
import { openItems } from '../../../core/work/planned-attempts';
import { madeDataset, sourceRow } from '../../report/datasets/made-dataset';

const ids = ['own/0', 'own/1', 'own/2', 'own/3'];

/** A run whose first three rows are kept as they are; a model is asked about the last one. */
async function openRun(): Promise<{ readonly store: Store; readonly config: RunConfig }> {
  const { store, run } = await madeDataset(
    ids.map((id, place) => ({ row: sourceRow(id), method: place < 3 ? 'keep' : 'simulate' })),
  );
  const made = await store.runs.run(run);
  if (made?.config.kind !== 'dataset') throw new Error('it makes a data set');
  const { build } = made.config;
  const config = RunConfig.parse({ ...made.config, build: { ...build, atOnce: [[0, 3]] } });
  await store.runs.createRun('open', config);
  return { store, config };
}

const finish = (store: Store, position: number) =>
  finishAtOnce(
    { store, rows: new RowContexts(store, new AttemptContexts(store)) },
    { run: 'open', problem: ids[position] ?? '', sample: 0 },
    position,
  );

describe('rows that need no model and no execution', () => {
  it('are one item, and each other row is its own', async () => {
    const { config } = await openRun();
    const { items } = openItems(config, { from: 0, to: 4, done: new Set(), most: 10 });
    expect(items.map(({ position }) => position)).toEqual([0, 3]);
  });

  it('are all recorded by one activity, up to the end of their item', async () => {
    const { store } = await openRun();
    expect(await finish(store, 0)).toEqual({ status: 'completed', solved: false });
    const statuses = await store.runs.attemptStatuses('open');
    expect(statuses.map(({ position, status }) => [position, status])).toEqual([
      [0, 'completed'],
      [1, 'completed'],
      [2, 'completed'],
    ]);
    const [attempt] = await store.runs.attempts('open', 'own/2');
    expect(attempt?.result?.outcome).toMatchObject({ end: 'written', method: 'keep', steps: [] });
  });

  it('stay as they are if the activity is tried again', async () => {
    const { store } = await openRun();
    await finish(store, 1);
    const [before] = await store.runs.attempts('open', 'own/1');
    await finish(store, 0);
    expect(await store.runs.attempts('open', 'own/1')).toEqual([before]);
    expect((await store.runs.counts('open')).completed).toBe(3);
  });
});
