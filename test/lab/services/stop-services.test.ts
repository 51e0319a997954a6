import { existsSync } from 'node:fs';

import { withStore } from '../../../lab/with-store';
import { ensureServices } from '../../../lab/services/ensure-services';
import { supervisorName } from '../../../lab/services/ensure-supervisor';
import { workerName, workerReadyFile } from '../../../lab/services/worker-ready';
import { stopServices } from '../../../lab/services/stop-services';
import type { StopProcess } from '../../../lab/services/stop-services';
import { stopProcess } from '../../../processes';
import type { RunStatus } from '../../../core/schemas/run';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';
import { endServices, modelServer, servicesUnderTest, simulated } from './services-under-test';

afterEach(endServices);

describe('stopping the services of a state folder', () => {
  it('ends the supervisor first, then the worker, so that it can hand back its work, then what it needs', async () => {
    const test = await servicesUnderTest();
    await ensureServices(test.context(), simulated);
    expect((await stopServices(test.context())).processes).toEqual([
      { name: supervisorName, how: 'stopped' },
      { name: workerName, how: 'stopped' },
      { name: modelServer, how: 'stopped' },
    ]);
    expect(await test.pidOf(workerName)).toBeNull();
    expect(await test.pidOf(modelServer)).toBeNull();
    expect(existsSync(workerReadyFile(test.folder))).toBe(false);
  });

  it.each([
    [false, [20_000, 150_000, 20_000]],
    [true, [2_000, 2_000, 2_000]],
  ])(
    'gives a worker the time of its longest model call, any other process 20 s, and 2 s to end now: %s',
    async (now, graces) => {
      const test = await servicesUnderTest();
      const context = test.context({ ESPALIER_MODEL_TIMEOUT_MS: '120000' });
      await ensureServices(context, simulated);
      const given: (readonly [string, number])[] = [];
      const stop: StopProcess = async (folder, name, options) => {
        given.push([name, options.graceMs]);
        return stopProcess(folder, name, options);
      };
      await stopServices(context, { now, stop });
      const names = [supervisorName, workerName, modelServer];
      expect(given).toEqual(names.map((name, at) => [name, graces[at]]));
    },
  );

  it('waits for a worker that has calls in flight, and kills it with `now`', async () => {
    const test = await servicesUnderTest();
    // A call that takes a second and a half after the worker is told to stop.
    test.whenNextStarted(
      `if (entry === 'worker-main') process.on('SIGTERM', () => setTimeout(() => process.exit(0), 1500))`,
    );
    await ensureServices(test.context(), simulated);
    expect((await stopServices(test.context())).processes).toContainEqual({
      name: workerName,
      how: 'stopped',
    });
    test.whenNextStarted(`if (entry === 'worker-main') process.on('SIGTERM', () => {})`);
    await ensureServices(test.context(), simulated);
    expect((await stopServices(test.context(), { now: true })).processes).toContainEqual({
      name: workerName,
      how: 'killed, since it did not stop',
    });
  });

  it('says of what had died that it was dead already', async () => {
    const test = await servicesUnderTest();
    await ensureServices(test.context(), simulated);
    await test.kill(workerName);
    expect((await stopServices(test.context())).processes).toEqual([
      { name: supervisorName, how: 'stopped' },
      { name: workerName, how: 'was dead already' },
      { name: modelServer, how: 'stopped' },
    ]);
  });

  it('finds nothing to stop the second time, and where nothing was ever started', async () => {
    const test = await servicesUnderTest();
    expect(await stopServices(test.context())).toEqual({ processes: [], waiting: [] });
    await ensureServices(test.context(), simulated);
    await stopServices(test.context());
    expect((await stopServices(test.context())).processes).toEqual([]);
  });

  it('keeps who watches a run from starting it all again', async () => {
    const test = await servicesUnderTest();
    const services = await ensureServices(test.context(), simulated);
    await stopServices(test.context());
    await expect(services.revive()).rejects.toMatchObject({ code: 'STOPPED_BY_HAND' });
  });

  it('names the runs that are not at their end', async () => {
    const test = await servicesUnderTest();
    const statuses: readonly RunStatus[] = ['running', 'paused', 'completed', 'cancelled'];
    await withStore(test.context(), async (store) => {
      for (const status of statuses) {
        await store.runs.createRun(status, scriptedRunConfig());
        await store.runs.setRunStatus(status, status, null);
      }
    });
    const { waiting } = await stopServices(test.context());
    expect([...waiting].sort()).toEqual(['paused', 'running']);
  });
});
