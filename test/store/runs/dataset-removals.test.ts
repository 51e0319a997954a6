import { createStoreFolder, type StoreFolder } from '../store-folder';

let here: StoreFolder;
beforeEach(() => {
  here = createStoreFolder();
});
afterEach(() => here.dispose());

describe('what is removed from the data set of a run', () => {
  it('is remembered by each run for itself, also after the store is opened again', async () => {
    const first = await here.open();
    await first.runs.removeFromDataset('run-1', ['b', 'a/3']);
    await first.runs.removeFromDataset('run-1', ['b', 'b']);
    await first.runs.removeFromDataset('run-1', []);
    await first.close();
    const { runs } = await here.open();
    expect(await runs.datasetRemovals('run-1')).toEqual(['a/3', 'b']);
    expect(await runs.datasetRemovals('run-2')).toEqual([]);
  });

  it('can be returned', async () => {
    const { runs } = await here.open();
    await runs.removeFromDataset('run-1', ['b', 'a/3']);
    await runs.returnToDataset('run-1', ['b', 'unknown']);
    await runs.returnToDataset('run-1', []);
    expect(await runs.datasetRemovals('run-1')).toEqual(['a/3']);
  });
});
