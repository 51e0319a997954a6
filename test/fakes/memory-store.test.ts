import { describeEnvironmentContract } from './environment-contract';
import { describeGenerationsContract } from './generations-contract';
import { createMemoryStore } from './memory-store';
import { SmallRun, configOf } from '../report/small-run';

const key = { run: 'r', problem: 'HumanEval/0', sample: 0 };

describeEnvironmentContract('the store in memory', async () => createMemoryStore().environments);
describeGenerationsContract('the store in memory', async () => ({ store: createMemoryStore() }));

describe('the store in memory', () => {
  it('fails loudly when asked for what was never written', async () => {
    const store = createMemoryStore();
    await expect(store.blobs.get('0'.repeat(64))).rejects.toThrow('no blob');
    await expect(store.problems.hidden('d', 'p')).rejects.toThrow('nothing stored');
    await expect(store.runs.setRunStatus('r', 'paused', null)).rejects.toThrow('nothing stored');
    await expect(store.runs.counts('r')).rejects.toThrow('nothing stored');
    await expect(
      store.runs.addSteering(key, {
        kind: 'search',
        place: 0,
        action: { kind: 'abort-node', node: 'n0' },
      }),
    ).rejects.toThrow('nothing stored');
  });

  it('keeps the first complete result, and lets any other be tried again', async () => {
    const run = new SmallRun('r');
    await run.begin();
    const { runs } = run.store;
    const cancelled = run.result([], { status: 'cancelled', verdict: null });
    await runs.finishAttempt(key, cancelled);
    expect((await runs.beginAttempt(key, 0)).status).toBe('running');
    const node = await run.node('HumanEval/0', { code: 'x', passes: true });
    await runs.finishAttempt(key, run.result([node]));
    await runs.finishAttempt(key, cancelled);
    expect((await runs.beginAttempt(key, 0)).status).toBe('completed');
    expect(await runs.counts('r')).toEqual({
      total: 2,
      completed: 1,
      solved: 1,
      unscored: 0,
      cancelled: 0,
    });
  });

  it('keeps the first run of an id', async () => {
    const { runs } = createMemoryStore();
    await runs.createRun('r', configOf({ seed: 1 }));
    expect((await runs.createRun('r', configOf({ seed: 2 }))).config.seed).toBe(1);
  });

  it('holds a call for its sender until the lease ends, and reads an answer back', async () => {
    const run = new SmallRun('r', {
      latencyMs: 1,
      cpuMs: 1,
      timeSensitive: false,
      resend: true,
      readBack: true,
    });
    await run.begin();
    await run.call('HumanEval/0', ['n0', 'solver']);
    expect(await run.store.runs.calls('r')).toMatchObject([{ paidHere: false, resends: 0 }]);
    expect(await run.store.runs.callTotals('run-0')).toEqual({
      calls: 1,
      resends: 1,
      knownResends: 0,
      promptTokens: 100,
      completionTokens: 10,
      costUsd: 0.5,
    });
  });
});
