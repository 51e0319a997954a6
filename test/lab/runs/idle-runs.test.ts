import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import type { StateFolder } from '../../../config/state-folder';
import { idleRuns, isAtRest } from '../../../lab/runs/idle-runs';
import { supervisorName } from '../../../lab/services/ensure-supervisor';
import { workerName } from '../../../lab/services/worker-ready';
import { adoptProcess } from '../../../processes';
import { readRecord, writeRecord } from '../../../processes/process-record';
import { cleanUp, scratchState } from '../../engine/scratch-state';

afterEach(() => cleanUp([]));

const remote = { TEMPORAL_ADDRESS: '127.0.0.1:1' };
const running = [{ id: 'r', status: 'running' }] as const;

function place(settings: Readonly<Record<string, string>> = {}) {
  const read = readSettings({ ESPALIER_HOME: scratchState().root, ...settings });
  return { settings: read, folder: stateFolder(read) };
}

/** This process stands in for the service. */
const alive = (folder: StateFolder, name: string) =>
  adoptProcess(folder, { name, fingerprint: 'a' });

async function dead(folder: StateFolder, name: string): Promise<void> {
  await alive(folder, name);
  const record = await readRecord(folder, name);
  if (record?.identity == null) throw new Error('nothing was recorded');
  await writeRecord(folder, { ...record, identity: { ...record.identity, startTime: 'before' } });
}

describe('a run that counts as running', () => {
  it('is idle while the engine of its folder does not run', async () => {
    const runs = [
      { id: 'waits', status: 'paused' },
      { id: 'over', status: 'completed' },
      { id: 'r', status: 'running' },
    ] as const;
    const at = place();
    expect(await idleRuns(at, runs)).toEqual({ runs: ['r'], lacks: 'engine' });
    expect(await isAtRest(at)).toBe(true);
    expect(await idleRuns(at, runs.slice(0, 2))).toBeNull();
    await dead(at.folder, 'engine');
    expect(await isAtRest(at)).toBe(true);
  });

  it('is worked on while engine and worker live', async () => {
    const at = place();
    await alive(at.folder, 'engine');
    await alive(at.folder, workerName);
    expect(await isAtRest(at)).toBe(false);
    expect(await idleRuns(at, running)).toBeNull();
  });

  it('is idle once its worker has died, unless a supervisor lives that starts it again', async () => {
    const at = place(remote);
    await dead(at.folder, workerName);
    expect(await idleRuns(at, running)).toEqual({ runs: ['r'], lacks: 'worker' });
    await dead(at.folder, supervisorName);
    expect(await idleRuns(at, running)).toEqual({ runs: ['r'], lacks: 'worker' });
    await alive(at.folder, supervisorName);
    expect(await idleRuns(at, running)).toBeNull();
  });

  it('may be worked on elsewhere where this folder never had a worker', async () => {
    const at = place(remote);
    expect(await isAtRest(at)).toBe(false);
    expect(await idleRuns(at, running)).toBeNull();
  });
});
