import { readSettings } from '../../../config/settings';
import { workRow } from '../../../core/kinds/kinds';
import type { RunVersions } from '../../../core/schemas/run';
import type { WorkflowBundle } from '../../../core/schemas/workflow-bundle';
import { ownVersions } from '../../../lab/planning/own-versions';
import type { LabContext } from '../../../lab/lab-context';
import type { Steering } from '../../../core/names/steering-commands';
import { steerRun } from '../../../lab/runs/steer-run';
import type { SteerParts } from '../../../lab/runs/steer-run';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

/** A worker of an earlier version works here, unless a test says otherwise. */
let working: WorkflowBundle | null = null;
const parts: SteerParts = {
  startServices: () => Promise.reject(new Error('services are started')),
  bundleAtWork: () => Promise.resolve(working),
};

const versions = ownVersions(scriptedRunConfig());

async function steered(steering: Steering, begunWith: RunVersions = versions): Promise<void> {
  const store = createMemoryStore();
  await store.runs.createRun('r', { ...scriptedRunConfig(), versions: begunWith });
  const context = { settings: readSettings({}) } as LabContext;
  await steerRun(context, store, { run: 'r', problem: null, sample: 0, steering }, parts);
}

describe('steering a run', () => {
  afterEach(() => {
    working = null;
  });

  it.each<Steering>([
    { kind: 'strategy', text: 'sort first' },
    { kind: 'abort', node: 'n0' },
    { kind: 'accept', node: 'n0' },
    { kind: 'pause', reason: 'paused by hand' },
    { kind: 'resume' },
  ])('of a search takes $kind', async (steering) => {
    await expect(steered(steering)).rejects.toThrow('services are started');
  });

  it('refuses what its kind does not take, before anything is started', async () => {
    await expect(steered({ kind: 'approve' })).rejects.toMatchObject({
      code: 'STEERING_REFUSED',
      exitCode: 2,
      message: 'run r is of kind search, which takes no approve',
      remedy: 'It takes pause, resume, strategy, abort, accept',
    });
    await expect(steered({ kind: 'resume' })).rejects.toThrow('services are started');
  });

  it('refuses one of other code, before anything is started', async () => {
    working = { version: '0.2.0', sha256: 'b'.repeat(64) };
    await expect(steered({ kind: 'resume' })).rejects.toMatchObject({
      code: 'RUN_OF_OTHER_CODE',
      exitCode: 3,
    });
  });

  it('refuses one that was begun with other versions all but a pause, before anything is started', async () => {
    const others = { ...versions, grading: versions.grading + 1 };
    for (const steering of [{ kind: 'resume' }, { kind: 'accept', node: 'n0' }] as const) {
      await expect(steered(steering, others)).rejects.toMatchObject({
        code: 'RUN_OF_OTHER_VERSIONS',
        exitCode: 2,
        message: 'run r was begun with other versions of: grading',
      });
    }
    const pause = { kind: 'pause', reason: 'paused by hand' } as const;
    await expect(steered(pause, others)).rejects.toThrow('services are started');
  });

  describe('of one of its problems', () => {
    const steering = { kind: 'abort', node: 'n0' } as const;

    /** A run with two samples of P/0, of which the first has this status. */
    async function steerProblem(
      place: { readonly problem?: string; readonly sample?: number },
      { ends = false, begins = true } = {},
    ): Promise<void> {
      const store = createMemoryStore();
      await store.runs.createRun('r', { ...scriptedRunConfig({ samples: 2 }), versions });
      const attempt = { run: 'r', problem: 'P/0', sample: 0 };
      if (begins) await store.runs.beginAttempt(attempt, 0);
      const { noOutcome } = workRow('search');
      const nothing = { graded: [], verdict: null, solved: false, cause: null, provenance: null };
      const end = { status: 'cancelled', outcome: noOutcome, ...nothing } as const;
      if (ends) await store.runs.finishAttempt(attempt, end);
      const context = { settings: readSettings({}) } as LabContext;
      const options = { run: 'r', problem: 'P/0', sample: 0, steering, ...place };
      await steerRun(context, store, options, parts);
    }

    it('is taken while its search is under way', async () => {
      await expect(steerProblem({})).rejects.toThrow('services are started');
    });

    it.each([
      [{ problem: 'P/1' }, {}, 'PROBLEM_UNKNOWN', 'run r has no problem P/1'],
      [{ sample: 2 }, {}, 'SAMPLE_UNKNOWN', 'run r has no sample 2 of P/0'],
      [{ sample: 1 }, {}, 'ATTEMPT_NOT_BEGUN', 'run r has not begun P/0 yet'],
      [{}, { begins: false }, 'ATTEMPT_NOT_BEGUN', 'run r has not begun P/0 yet'],
      [{}, { ends: true }, 'NOT_RUNNING', 'P/0 is cancelled: there is nothing to steer'],
    ])('%j %j is refused as %s', async (place, state, code, message) => {
      const refused = steerProblem(place, state);
      await expect(refused).rejects.toMatchObject({ code, exitCode: 2, message });
    });
  });

  it.each(['completed', 'cancelled'] as const)('that is %s is refused', async (status) => {
    const store = createMemoryStore();
    await store.runs.createRun('r', scriptedRunConfig());
    await store.runs.setRunStatus('r', status, null);
    const options = { run: 'r', problem: null, sample: 0, steering: { kind: 'resume' } } as const;
    await expect(steerRun({} as LabContext, store, options)).rejects.toMatchObject({
      code: 'NOT_RUNNING',
      message: `run r is ${status}: there is nothing to steer`,
    });
  });
});
