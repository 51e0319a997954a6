import SqliteDatabase from 'better-sqlite3';

import { checkResult } from '../../laboratory/fakes/record-samples';
import { createStoreFolder, type StoreFolder } from './store-folder';

let here: StoreFolder;
beforeEach(() => {
  here = createStoreFolder();
});
afterEach(() => here.dispose());

describe('the execution cache', () => {
  it('knows nothing of what was never run', async () => {
    expect(await (await here.open()).executions.find('k')).toBeNull();
  });

  it('gives a result back as it was, to others too', async () => {
    const [one, two] = [await here.open(), await here.open()];
    await one.executions.save('k', checkResult);
    expect(await two.executions.find('k')).toEqual(checkResult);
    expect(await two.executions.find('other')).toBeNull();
  });

  it('takes the later result when a program was graded again', async () => {
    const store = await here.open();
    await store.executions.save('k', checkResult);
    const again = { ...checkResult, outcomes: checkResult.outcomes.slice(0, 1) };
    await store.executions.save('k', again);
    expect(await store.executions.find('k')).toEqual(again);
  });

  it('does not take an edited verdict for one of ours', async () => {
    const store = await here.open();
    await store.executions.save('k', checkResult);
    const database = new SqliteDatabase(here.path);
    database.exec(`update executions set result = replace(result, '"failed"', '"splendid"')`);
    database.close();
    await expect(store.executions.find('k')).rejects.toMatchObject({ code: 'RECORD_UNREADABLE' });
  });
});
