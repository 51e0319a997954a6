import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import { noOutcome } from '../../../core/kinds/search/outcome';
import type { AttemptResult } from '../../../core/ports/records';
import type { RunStatus } from '../../../core/schemas/run';
import { setRunConcurrency } from '../../../lab/runs/set-concurrency';
import { cleanUp, scratchState } from '../../engine/scratch-state';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

afterEach(() => cleanUp([]));

const graded: AttemptResult = {
  status: 'completed',
  outcome: noOutcome,
  graded: [],
  verdict: 'passed',
  solved: true,
  cause: null,
  provenance: null,
};

/** Of a run whose engine does not run. */
async function set(status: RunStatus, done: AttemptResult) {
  const store = createMemoryStore();
  await store.runs.createRun('r', scriptedRunConfig());
  const attempt = { run: 'r', problem: 'P/0', sample: 0 };
  await store.runs.beginAttempt(attempt, 0);
  await store.runs.finishAttempt(attempt, done);
  await store.runs.setRunStatus('r', status, null);
  const settings = readSettings({ ESPALIER_HOME: scratchState().root });
  const context = { settings, folder: stateFolder(settings), note: () => undefined };
  const answer = await setRunConcurrency(context, store, { run: 'r', concurrency: 7 });
  return [answer, (await store.runs.run('r'))?.concurrency];
}

describe('the number of items at a time of a run', () => {
  it('is refused when every problem has a verdict', async () => {
    await expect(set('completed', graded)).rejects.toMatchObject({
      code: 'RUN_ENDED',
      exitCode: 2,
      message: 'run r has ended',
    });
  });

  it.each([
    ['ended without a verdict', 'completed', { ...graded, status: 'unscored' }],
    ['was cancelled', 'cancelled', { ...graded, status: 'cancelled' }],
    ['is paused', 'paused', { ...graded, status: 'unscored' }],
  ] as const)('is kept for later of one that %s, and starts nothing', async (_, status, result) => {
    const { verdict, solved } = { verdict: null, solved: false };
    expect(await set(status, { ...result, verdict, solved })).toEqual(['later', 7]);
  });
});
