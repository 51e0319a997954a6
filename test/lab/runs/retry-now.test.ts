import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import type { RunStatus } from '../../../core/schemas/run';
import { retryNow } from '../../../lab/runs/retry-now';
import { cleanUp, scratchState } from '../../engine/scratch-state';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

afterEach(() => cleanUp([]));

/** Of a run with this status, where no engine runs. */
async function retried(status: RunStatus): Promise<number> {
  const store = createMemoryStore();
  await store.runs.createRun('r', scriptedRunConfig());
  await store.runs.setRunStatus('r', status, null);
  const settings = readSettings({ ESPALIER_HOME: scratchState().root });
  return retryNow({ settings, folder: stateFolder(settings), note: fail }, store, 'r');
}

const fail = (): never => {
  throw new Error('there is nothing to say');
};

describe('trying again now', () => {
  it.each(['completed', 'cancelled'] as const)('is refused of a run that is %s', async (status) => {
    await expect(retried(status)).rejects.toMatchObject({
      code: 'RUN_ENDED',
      exitCode: 2,
      message: `run r is ${status}: nothing of it waits`,
    });
  });

  it.each(['running', 'paused'] as const)(
    'says of a run that is %s that no engine works on it',
    async (status) => {
      await expect(retried(status)).rejects.toMatchObject({
        code: 'RUN_LOST',
        exitCode: 3,
        remedy: expect.stringContaining('`espalier run resume r`') as string,
      });
    },
  );

  it('is refused of a run that nobody knows', async () => {
    const settings = readSettings({ ESPALIER_HOME: scratchState().root });
    const context = { settings, folder: stateFolder(settings), note: fail };
    await expect(retryNow(context, createMemoryStore(), 'r')).rejects.toMatchObject({
      code: 'RUN_UNKNOWN',
    });
  });
});
