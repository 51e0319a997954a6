import type { Store } from '../../core/ports/records';
import { callUse, modelAnswer, modelRequest } from '../../laboratory/fakes/model-requests';
import { createStoreFolder, type StoreFolder } from './store-folder';

let here: StoreFolder;
let store: Store;
let nowMs = 0;

beforeEach(async () => {
  here = createStoreFolder();
  nowMs = 1_000;
  store = await here.open({ clock: () => nowMs });
});
afterEach(() => here.dispose());

const run = 'run-1';
const attempt = { run, problem: 'p', sample: 0 };
const place = { endpoint: 'http://e/v1', model: 'm' };

describe('what a run has met at its endpoint', () => {
  it('keeps the features that were refused, by run, once each', async () => {
    await store.endpoints.addRefusedFeature(run, place, 'seed');
    await store.endpoints.addRefusedFeature(run, place, 'seed');
    await store.endpoints.addRefusedFeature(run, place, 'temperature');
    await store.endpoints.addRefusedFeature('run-2', place, 'tools');
    expect(await store.endpoints.refusedFeatures(run)).toEqual([
      { place, feature: 'seed' },
      { place, feature: 'temperature' },
    ]);
  });

  it('keeps a refused feature of each endpoint and each model apart', async () => {
    const places = [place, { ...place, model: 'n' }, { ...place, endpoint: 'http://f/v1' }];
    for (const one of places) await store.endpoints.addRefusedFeature(run, one, 'seed');
    const kept = await store.endpoints.refusedFeatures(run);
    expect(kept).toHaveLength(3);
    expect(kept).toEqual(
      expect.arrayContaining(places.map((one) => ({ place: one, feature: 'seed' }))),
    );
  });

  it('adds up unusable answers whose use of tokens nobody told', async () => {
    const add = (usage: { promptTokens: number; completionTokens: number } | null) =>
      store.endpoints.addUnusable({ identity: 'a', attempt, words: 'w', usage, costUsd: 0 });
    await add(null);
    expect(await store.endpoints.unusableTotals(run)).toEqual({
      ...{ count: 1, promptTokens: 0, completionTokens: 0, costUsd: 0 },
    });
    await add({ promptTokens: 7, completionTokens: 2 });
    expect(await store.endpoints.unusableTotals(run)).toMatchObject({
      ...{ promptTokens: 7, completionTokens: 2 },
    });
    expect(await store.endpoints.unusableTotals('run-2')).toEqual({
      ...{ count: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 },
    });
  });

  it('counts unusable answers by request until the run goes on, and sums all up', async () => {
    const one = { attempt, words: 'w', usage: { promptTokens: 10, completionTokens: 2 } };
    const add = (identity: string, costUsd: number | null = 0.5) =>
      store.endpoints.addUnusable({ ...one, identity, costUsd });
    expect([await add('a'), await add('a'), await add('b')]).toEqual([1, 2, 1]);
    expect(await store.endpoints.countUnusable(run, 'a')).toBe(2);
    await store.endpoints.settle(run);
    expect(await store.endpoints.countUnusable(run, 'a')).toBe(0);
    expect(await add('a')).toBe(1);
    expect(await store.endpoints.unusableTotals(run)).toEqual({
      ...{ count: 4, promptTokens: 40, completionTokens: 8, costUsd: 2 },
    });
    await add('b', null);
    expect((await store.endpoints.unusableTotals(run)).costUsd).toBeNull();
    expect((await store.endpoints.unusableTotals('run-2')).count).toBe(0);
    expect(await store.endpoints.countUnusable('run-2', 'b')).toBe(0);
    await store.endpoints.settle('run-2');
    expect(await store.endpoints.countUnusable(run, 'b')).toBe(1);
    const elsewhere = { ...one, attempt: { ...attempt, run: 'run-2' }, identity: 'b' };
    expect(await store.endpoints.addUnusable({ ...elsewhere, costUsd: 0.25 })).toBe(1);
    expect(await store.endpoints.unusableTotals('run-2')).toEqual({
      ...{ count: 1, promptTokens: 10, completionTokens: 2, costUsd: 0.25 },
    });
  });

  describe('counts refusals', () => {
    let made = 0;
    const identityOf = (): string => {
      nowMs += 1;
      made += 1;
      return made.toString(16).padStart(64, '0');
    };
    const refuse = (words = 'no', model = 'm', ofRun = run) =>
      store.endpoints.addRefused({ run: ofRun, identity: identityOf(), model, words }, 3);
    const answer = async (model: string, ofRun = run) => {
      const identity = identityOf();
      const use = callUse({ run: ofRun });
      const request = modelRequest({ model });
      await store.journal.claim({ identity, request, use, owner: 'o', leaseMs: 1_000 });
      await store.journal.answer(identity, modelAnswer(), { use, requests: ['answered'] });
    };

    it('and tells when so many came alike, with no answer of the model between', async () => {
      expect([await refuse(), await refuse(), await refuse('other')]).toEqual([
        false,
        false,
        false,
      ]);
      await answer('another model');
      expect([await refuse(), await refuse()]).toEqual([true, true]);
      await answer('m');
      expect([await refuse(), await refuse(), await refuse()]).toEqual([false, false, true]);
      await store.endpoints.settle(run);
      expect(await refuse()).toBe(false);
    });

    it('of each model apart: an answer of one does not settle those of another', async () => {
      expect([await refuse('no', 'critic'), await refuse('no', 'critic')]).toEqual([false, false]);
      expect([await refuse(), await refuse()]).toEqual([false, false]);
      await answer('m');
      // Now its answer is looked for, and what it ends is settled.
      expect(await refuse()).toBe(false);
      expect(await refuse('no', 'critic')).toBe(true);
    });

    it('of each run apart, and so its answers', async () => {
      expect([await refuse(), await refuse()]).toEqual([false, false]);
      expect(await refuse('no', 'm', 'run-2')).toBe(false);
      await answer('m', 'run-2');
      await store.endpoints.settle('run-2');
      expect(await refuse()).toBe(true);
    });

    it('of the same requests again once a person has resumed the run', async () => {
      const calls = ['a', 'b'].map((identity) => ({ run, identity, model: 'm', words: 'no' }));
      const refuseAll = async () => {
        const told: boolean[] = [];
        for (const call of calls) told.push(await store.endpoints.addRefused(call, 2));
        return told;
      };
      expect(await refuseAll()).toEqual([false, true]);
      await store.endpoints.settle(run);
      expect(await refuseAll()).toEqual([false, true]);
    });
  });

  it('counts a request that is refused again once', async () => {
    const call = { run, identity: 'a', model: 'm', words: 'no' };
    for (let nth = 0; nth < 4; nth += 1) {
      expect(await store.endpoints.addRefused(call, 2)).toBe(false);
    }
  });
});
