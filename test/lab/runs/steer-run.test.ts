import { readSettings } from '../../../config/settings';
import type { RunVersions } from '../../../core/schemas/run';
import type { WorkflowBundle } from '../../../core/schemas/workflow-bundle';
import { ownVersions } from '../../../lab/planning/own-versions';
import type { LabContext } from '../../../lab/lab-context';
import type { Steering } from '../../../core/names/steering-commands';
import { steerRun } from '../../../lab/runs/steer-run';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

jest.mock('../../../lab/services/ensure-services', () => ({
  ensureServices: () => Promise.reject(new Error('services are started')),
}));

/** A worker of an earlier version works here, unless a test says otherwise. */
let working: WorkflowBundle | null = null;
jest.mock('../../../lab/services/worker-ready', () => ({
  workingBundle: () => Promise.resolve(working),
}));

const versions = ownVersions(scriptedRunConfig());

async function steered(steering: Steering, begunWith: RunVersions = versions): Promise<void> {
  const store = createMemoryStore();
  await store.runs.createRun('r', { ...scriptedRunConfig(), versions: begunWith });
  const context = { settings: readSettings({}) } as LabContext;
  await steerRun(context, store, { run: 'r', problem: null, sample: 0, steering });
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
});
