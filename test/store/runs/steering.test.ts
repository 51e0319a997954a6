import SqliteDatabase from 'better-sqlite3';

import type { Store } from '../../../core/ports/records';
import type { AttemptSteering } from '../../../core/schemas/run';
import { attemptKey, runConfig, textRef } from '../../../laboratory/fakes/record-samples';
import { createStoreFolder, type StoreFolder } from '../store-folder';

let here: StoreFolder;
let store: Store;
beforeEach(async () => {
  here = createStoreFolder();
  store = await here.open();
  await store.runs.createRun('run-1', runConfig());
  await store.runs.beginAttempt(attemptKey, 0);
});
afterEach(() => here.dispose());

const abort = (place: number, node: string): AttemptSteering => ({
  kind: 'search',
  place,
  action: { kind: 'abort-node', node },
});

describe('steering', () => {
  it('comes back in order of place, then of arrival', async () => {
    const strategy: AttemptSteering = {
      kind: 'search',
      place: 2,
      action: { kind: 'add-strategy', strategy: textRef('use a heap') },
    };
    for (const entry of [abort(7, 'n3'), strategy, abort(2, 'n1')]) {
      await store.runs.addSteering(attemptKey, entry);
    }
    expect(await store.runs.steering(attemptKey)).toEqual([
      strategy,
      abort(2, 'n1'),
      abort(7, 'n3'),
    ]);
  });

  it('of one place comes back as it arrived', async () => {
    const nodes = ['n9', 'n1', 'n5', 'n0'];
    for (const node of nodes) await store.runs.addSteering(attemptKey, abort(2, node));
    expect(await store.runs.steering(attemptKey)).toEqual(nodes.map((node) => abort(2, node)));
  });

  it('is kept once when it is told twice', async () => {
    await Promise.all([1, 2, 3].map(() => store.runs.addSteering(attemptKey, abort(2, 'n1'))));
    expect(await store.runs.steering(attemptKey)).toEqual([abort(2, 'n1')]);
  });

  it('belongs to one attempt', async () => {
    await store.runs.addSteering(attemptKey, abort(2, 'n1'));
    expect(await store.runs.steering({ ...attemptKey, sample: 1 })).toEqual([]);
    expect(await store.runs.steering({ ...attemptKey, problem: 'HumanEval/1' })).toEqual([]);
    expect(await store.runs.steering({ ...attemptKey, run: 'run-2' })).toEqual([]);
  });

  it('of a search is stored as it was before there were kinds of work', async () => {
    await store.runs.addSteering(attemptKey, abort(2, 'n1'));
    const database = new SqliteDatabase(here.path, { readonly: true });
    const stored = database.prepare('select entry from steering').all();
    database.close();
    expect(stored).toEqual([{ entry: '{"action":{"kind":"abort-node","node":"n1"},"place":2}' }]);
  });
});
