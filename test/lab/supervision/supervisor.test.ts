import { createSupervisor } from '../../../lab/supervision/supervisor';
import { workerName } from '../../../lab/services/worker-ready';
import { clearStopped, markStopped } from '../../../lab/services/stopped-by-hand';
import { withStore } from '../../../lab/with-store';
import type { ModelConfig, RunStatus } from '../../../core/schemas/run';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';
import {
  endServices,
  modelServer,
  onEndpoint,
  passTime,
  servicesUnderTest,
  simulated,
} from '../services/services-under-test';
import type { ServicesUnderTest } from '../services/services-under-test';

afterEach(endServices);

interface RecordedRun {
  readonly id: string;
  readonly model: ModelConfig;
  readonly status?: RunStatus;
  readonly reason?: string;
}

function record(test: ServicesUnderTest, runs: readonly RecordedRun[]): Promise<void> {
  return withStore(test.context(), async (store) => {
    for (const { id, model, status = 'running', reason = null } of runs) {
      await store.runs.createRun(id, { ...scriptedRunConfig(), model });
      await store.runs.setRunStatus(id, status, reason);
    }
  });
}

const entries = (test: ServicesUnderTest): readonly string[] =>
  test.started().map(({ entry }) => entry);

/**
 * A supervisor of this folder, alone: each look comes long after the one before. The engine here is none that could be asked
 * about runs.
 */
function supervising(test: ServicesUnderTest, settings: Readonly<Record<string, string>> = {}) {
  const supervisor = createSupervisor(test.context(settings), { look: () => Promise.resolve() });
  return {
    look: async () => {
      passTime(6_000);
      await supervisor.look();
    },
  };
}

describe('a supervisor', () => {
  it('starts what the runs under way need, each once, and no supervisor', async () => {
    const test = await servicesUnderTest();
    await record(test, [
      { id: 'a', model: simulated },
      { id: 'b', model: simulated },
      { id: 'c', model: onEndpoint },
    ]);
    await supervising(test).look();
    expect(entries(test)).toEqual(['model-server-main', 'worker-main']);
    expect(test.notes.slice(0, 3)).toEqual([
      'under way: a, b, c',
      'the model server had died and was started again',
      'the worker had died and was started again',
    ]);
  });

  it('starts nothing for runs that have ended, or wait for a person', async () => {
    const test = await servicesUnderTest();
    await record(test, [
      { id: 'a', model: simulated, status: 'completed' },
      { id: 'b', model: simulated, status: 'cancelled' },
      { id: 'c', model: simulated, status: 'paused', reason: 'paused by hand' },
      { id: 'd', model: onEndpoint, status: 'paused', reason: 'the key was refused' },
    ]);
    const supervisor = supervising(test);
    await supervisor.look();
    await supervisor.look();
    expect(entries(test)).toEqual([]);
    expect(test.notes).toEqual(['no run is under way']);
  });

  it('makes no store where there is none', async () => {
    const test = await servicesUnderTest();
    await supervising(test).look();
    expect(test.notes).toEqual([]);
  });

  it('restarts what dies more than five times', async () => {
    const test = await servicesUnderTest();
    await record(test, [{ id: 'a', model: simulated }]);
    const supervisor = supervising(test);
    await supervisor.look();
    for (let death = 0; death < 7; death += 1) {
      await test.kill(death % 2 === 0 ? workerName : modelServer);
      await supervisor.look();
      passTime(60_000);
      await supervisor.look();
      expect(await test.pidOf(workerName)).not.toBeNull();
      expect(await test.pidOf(modelServer)).not.toBeNull();
    }
  });

  it('keeps the worker up when a run has lost its bank, and says so once', async () => {
    const test = await servicesUnderTest();
    const lost: ModelConfig = {
      ...simulated,
      logicalEndpoint: 'simulated:lost',
      bank: { ...(simulated.bank as NonNullable<ModelConfig['bank']>), sha256: 'e'.repeat(64) },
    };
    await record(test, [
      { id: 'a', model: lost },
      { id: 'b', model: simulated },
    ]);
    const supervisor = supervising(test);
    for (let looks = 0; looks < 3; looks += 1) await supervisor.look();
    expect(await test.pidOf(workerName)).not.toBeNull();
    expect(await test.pidOf(modelServer)).not.toBeNull();
    expect(test.notes.filter((note) => note.includes('is no longer in'))).toHaveLength(1);
  });

  it('leaves a living worker with other settings alone', async () => {
    const test = await servicesUnderTest();
    await record(test, [{ id: 'a', model: simulated }]);
    await supervising(test).look();
    const worker = await test.pidOf(workerName);
    await supervising(test, { ESPALIER_SANDBOX_SLOTS: '3' }).look();
    expect(await test.pidOf(workerName)).toBe(worker);
  });

  it('starts nothing that a person has stopped, until a person wants it to run again', async () => {
    const test = await servicesUnderTest();
    await record(test, [{ id: 'a', model: simulated }]);
    const supervisor = supervising(test);
    await supervisor.look();
    await markStopped(test.folder);
    await test.kill(workerName);
    await supervisor.look();
    await supervisor.look();
    expect(await test.pidOf(workerName)).toBeNull();
    expect(test.notes.filter((note) => note.startsWith('stopped by hand'))).toHaveLength(1);
    await clearStopped(test.folder);
    await supervisor.look();
    await supervisor.look();
    expect(await test.pidOf(workerName)).not.toBeNull();
  });
});
