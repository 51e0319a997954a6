import type { Store } from '../../../core/ports/records';
import type { SteeringEntry } from '../../../core/schemas/search';
import { attemptKey, runConfig, textRef } from '../record-samples';
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

const abort = (place: number, node: string): SteeringEntry => ({
  place,
  action: { kind: 'abort-node', node },
});

describe('steering', () => {
  it('comes back in order of place, then of arrival', async () => {
    const strategy: SteeringEntry = {
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

  it('is kept once when it is told twice', async () => {
    await Promise.all([1, 2, 3].map(() => store.runs.addSteering(attemptKey, abort(2, 'n1'))));
    expect(await store.runs.steering(attemptKey)).toEqual([abort(2, 'n1')]);
  });

  it('belongs to one attempt', async () => {
    await store.runs.addSteering(attemptKey, abort(2, 'n1'));
    expect(await store.runs.steering({ ...attemptKey, sample: 1 })).toEqual([]);
  });
});
