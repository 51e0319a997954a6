import type { Store } from '../../../core/ports/records';
import { createStoreFolder, type StoreFolder } from '../store-folder';

let here: StoreFolder;
let store: Store;
let nowMs = 0;
const dead = new Set<string>();

beforeEach(async () => {
  here = createStoreFolder();
  nowMs = 1_000_000;
  dead.clear();
  store = await here.open({ clock: () => nowMs, isDeadOwner: (owner) => dead.has(owner) });
});
afterEach(() => here.dispose());

const window = { run: 'run-1', window: 0 };
const key = { ...window, wave: 0, stage: 'rate' } as const;
const batch = { token: 't', model: 'm', content: 'a'.repeat(64), requests: 4 };

describe('a window of batches', () => {
  it('is one owner’s until its lease ends, and at once when that owner is dead', async () => {
    expect(await store.batches.take(window, 'a', 500)).toEqual({ kind: 'taken', nowMs });
    expect(await store.batches.take(window, 'b', 500)).toEqual({ kind: 'held', restMs: 500 });
    await store.batches.renew(window, 'a', 900);
    expect(await store.batches.take(window, 'b', 500)).toEqual({ kind: 'held', restMs: 900 });
    expect(await store.batches.renew(window, 'a', 900)).toBe(true);
    expect(await store.batches.renew(window, 'b', 900)).toBe(false);
    dead.add('a');
    expect(await store.batches.take(window, 'b', 500)).toMatchObject({ kind: 'taken' });
    nowMs += 501;
    expect(await store.batches.take(window, 'c', 500)).toMatchObject({ kind: 'taken' });
  });

  it('rests until it is worth a look, and for good when it is done', async () => {
    await store.batches.take(window, 'a', 500);
    await store.batches.leave(window, 'a', 60_000);
    expect(await store.batches.take(window, 'b', 500)).toEqual({ kind: 'early', restMs: 60_000 });
    nowMs += 60_000;
    expect(await store.batches.take(window, 'b', 500)).toMatchObject({ kind: 'taken' });
    await store.batches.leave(window, 'b', null);
    expect(await store.batches.take(window, 'c', 500)).toEqual({ kind: 'done' });
    expect(await store.batches.take({ ...window, window: 1 }, 'c', 1)).toMatchObject({
      kind: 'taken',
    });
  });

  it('is left only by its owner', async () => {
    await store.batches.take(window, 'a', 500);
    await store.batches.leave(window, 'b', null);
    expect(await store.batches.take(window, 'b', 500)).toMatchObject({ kind: 'held' });
  });
});

describe('a batch', () => {
  it('is stored before it is submitted, once, and changes its state', async () => {
    await store.batches.reserve(key, batch);
    await store.batches.reserve(key, { ...batch, token: 'other' });
    const reserved = { ...key, ...batch, state: 'reserved', id: null, reservedAtMs: 1_000_000 };
    expect(await store.batches.ofWindow(window)).toMatchObject([reserved]);
    nowMs += 5;
    const seen = { ...key, state: 'reserved' } as const;
    expect(await store.batches.change(seen, { state: 'submitted', id: 'batch-1' })).toBe(true);
    const submitted = { ...key, state: 'submitted' } as const;
    await store.batches.change(submitted, { state: 'ended', answered: 3, trouble: 'expired' });
    expect(await store.batches.ofRun('run-1')).toEqual([
      {
        ...{ ...key, ...batch, state: 'ended', id: 'batch-1', answered: 3, trouble: 'expired' },
        ...{ reservedAtMs: 1_000_000, changedAtMs: 1_000_005 },
      },
    ]);
    expect(await store.batches.ofRun('run-2')).toEqual([]);
  });

  it('is not changed by an owner that saw an earlier state of it', async () => {
    await store.batches.reserve(key, batch);
    const seen = { ...key, state: 'reserved' } as const;
    await store.batches.change(seen, { state: 'submitted', id: 'batch-2' });
    expect(await store.batches.change(seen, { state: 'submitted', id: 'batch-1' })).toBe(false);
    expect(await store.batches.ofRun('run-1')).toMatchObject([{ id: 'batch-2' }]);
  });

  it('keeps the time of its state when only its trouble changes', async () => {
    await store.batches.reserve(key, batch);
    nowMs += 5;
    const seen = { ...key, state: 'reserved' } as const;
    await store.batches.change(seen, { state: 'reserved', trouble: 'no connection' });
    const [stored] = await store.batches.ofRun('run-1');
    expect(stored).toMatchObject({ trouble: 'no connection', changedAtMs: 1_000_000 });
  });
});
