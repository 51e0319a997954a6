import type { Client } from '@temporalio/client';

import {
  cancelWork,
  connectEngine,
  engineWork,
  engineWorks,
  queryProgress,
  queryTree,
  startWork,
  steer,
} from '../../client';
import type { EngineClient } from '../../client';
import { ensureEngine } from '../../engine';
import { engineOptions } from '../engine/local-engine';
import { cleanUp, scratchState } from '../engine/scratch-state';
import { describeWithTemporal } from '../prerequisites';
import type { RunWindowInput } from '../../workflows/work/run-window';
import { testTiming } from '../workflows/support/scripted-run';

function input(run: string): RunWindowInput {
  const queues = { workflows: run, model: run, sandbox: run };
  const labels = { method: 'direct', dataset: 'd', model: 'm' };
  return { concurrency: 1, setting: { run, kind: 'search', timing: testTiming, queues, labels } };
}

/** No worker works here: what is started waits. */
describeWithTemporal('what the command line asks of the engine', () => {
  let engine: EngineClient;
  let client: Client;
  let address: string;
  beforeAll(async () => {
    const started = await ensureEngine(await engineOptions(scratchState()));
    address = started.address;
    engine = await connectEngine({ address, namespace: started.namespace, local: true });
    client = engine.client;
  });
  afterAll(async () => {
    await engine.close();
    await cleanUp(['engine']);
  });

  it('knows no run that was never started, and says so', async () => {
    expect(await engineWork(client, 'never')).toBeNull();
    const questions = [
      () => queryProgress(client, 'never'),
      () => queryTree(client, 'never/P/0'),
      () => cancelWork(client, 'never'),
      () => steer(client, 'never', { kind: 'resume' }),
    ];
    for (const question of questions) {
      await expect(question()).rejects.toMatchObject({ code: 'NOT_RUNNING', exitCode: 2 });
    }
  });

  it('starts a run once, attaches to it after that, and starts it again when it has ended', async () => {
    await startWork(client, input('once'));
    const firstId = (await client.workflow.getHandle('once').describe()).runId;
    await startWork(client, input('once'));
    expect((await client.workflow.getHandle('once').describe()).runId).toBe(firstId);
    expect(await engineWork(client, 'once')).toMatchObject({ state: 'running' });
    await client.workflow.getHandle('once').terminate();
    expect(await engineWork(client, 'once')).toMatchObject({ state: 'closed' });
    await startWork(client, input('once'));
    expect((await client.workflow.getHandle('once').describe()).runId).not.toBe(firstId);
    expect(await engineWork(client, 'once')).toMatchObject({ state: 'running' });
  });

  it('tells which generation of a run is under way, or was last', async () => {
    const { setting, ...others } = input('generations');
    await startWork(client, { ...others, setting: { ...setting, generation: 'first' } });
    await startWork(client, input('without'));
    await client.workflow.getHandle('generations').terminate();
    expect(await engineWorks(client, ['generations', 'without', 'never'], 10_000)).toEqual([
      { state: 'closed', generation: 'first' },
      { state: 'running', generation: null },
      null,
    ]);
  });

  it('says so when the engine refuses', async () => {
    const other = await connectEngine({ address, namespace: 'no-such', local: true });
    await expect(engineWork(other.client, 'r')).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
      exitCode: 3,
    });
    await other.close();
  });
});
