import type { Store } from '../../../core/ports/records';
import { createStoreFolder, type StoreFolder } from '../store-folder';

let here: StoreFolder;
let store: Store;
beforeEach(async () => {
  here = createStoreFolder();
  store = await here.open();
});
afterEach(() => here.dispose());

const shownOf = (of: number) => ({ of, dropped: [] });

describe('the tests that a problem is shown with', () => {
  it('are those of its run, as they were kept first', async () => {
    const { runs } = store;
    const key = { run: 'run-1', problem: 'P/0' };
    expect(await runs.keepShownTests(key, shownOf(2))).toEqual(shownOf(2));
    expect(await runs.keepShownTests(key, shownOf(3))).toEqual(shownOf(2));
    await runs.keepShownTests({ ...key, problem: 'P/1' }, shownOf(4));
    await runs.keepShownTests({ ...key, run: 'run-2' }, shownOf(5));
    expect(await runs.shownTests(key)).toEqual(shownOf(2));
    expect(await runs.shownTests({ ...key, run: 'run-2' })).toEqual(shownOf(5));
    expect(await runs.shownTests({ ...key, problem: 'P/2' })).toBeNull();
    expect(await runs.allShownTests('run-1')).toEqual(
      new Map([
        ['P/0', shownOf(2)],
        ['P/1', shownOf(4)],
      ]),
    );
    expect(await runs.allShownTests('run-3')).toEqual(new Map());
  });

  it('are named where they cannot be read', async () => {
    const key = { run: 'run-1', problem: 'P/0' };
    await store.runs.keepShownTests(key, shownOf(2));
    here.database((opened) => opened.exec("update shown_tests set content = '{}'"));
    await expect(store.runs.shownTests(key)).rejects.toThrow('shown tests of P/0');
  });
});
