import { callUse, modelAnswer, modelRequest } from '../../laboratory/fakes/model-requests';
import { runConfig } from '../../laboratory/fakes/record-samples';
import { createStoreFolder, type StoreFolder } from './store-folder';
import { startStoreProcess, type StoreProcess } from './store-process';
import { eventually } from '../../laboratory/home/eventually';

let here: StoreFolder;
const processes: StoreProcess[] = [];

function start(): StoreProcess {
  const started = startStoreProcess(here.path);
  processes.push(started);
  return started;
}

beforeEach(() => {
  here = createStoreFolder();
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map(({ kill }) => kill()));
  await here.dispose();
});

function identityOf(index: number): string {
  return index.toString(16).padStart(64, '0');
}

function claimBy(owner: string, index: number): Parameters<StoreProcess['call']>[2] {
  const use = callUse({ node: `n${String(index)}`, sample: owner === 'one' ? 0 : 1 });
  return { identity: identityOf(index), request: modelRequest(), use, owner, leaseMs: 60_000 };
}

describe('two processes on one store', () => {
  it('both open a store that was not there, and one of them claims each call', async () => {
    const [one, two] = [start(), start()];
    await Promise.all([one.ready, two.ready]);
    const indexes = Array.from({ length: 100 }, (_, index) => index);
    const [ones, twos] = await Promise.all([
      Promise.all(indexes.map((index) => one.call('journal', 'claim', claimBy('one', index)))),
      Promise.all(indexes.map((index) => two.call('journal', 'claim', claimBy('two', index)))),
    ]);
    for (const index of indexes) {
      const kinds = [ones[index], twos[index]].map((claim) => (claim as { kind: string }).kind);
      expect(kinds.sort()).toEqual(['claimed', 'held']);
    }
  });

  it('lose nothing that was acknowledged when one is killed in the middle of writing', async () => {
    const store = await here.open();
    await store.runs.createRun('run-1', runConfig());
    const victim = start();
    await victim.ready;
    const acknowledged: number[] = [];
    const writing = Array.from({ length: 400 }, async (_, index) => {
      const claimed = claimBy('one', index) as { identity: string; use: unknown };
      await victim.call('journal', 'claim', claimed);
      const answer = modelAnswer({ text: `answer ${String(index)}` });
      await victim.call('journal', 'answer', claimed.identity, answer, {
        use: claimed.use,
        requests: ['answered'],
      });
      acknowledged.push(index);
      if (acknowledged.length === 100) await victim.kill();
    });
    void Promise.allSettled(writing);
    await eventually('a hundred are acknowledged', () => acknowledged.length >= 100, {
      everyMs: 5,
    });
    await victim.kill();
    expect(acknowledged.length).toBeGreaterThanOrEqual(100);
    for (const index of acknowledged) {
      expect(await store.runs.callInFull(identityOf(index))).toMatchObject({
        answer: { text: `answer ${String(index)}` },
      });
    }
    await expect(store.blobs.put('still writable')).resolves.toHaveLength(64);
  });
});
