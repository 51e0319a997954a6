import { whenWorkerDiffers } from '../../../lab/services/when-worker-differs';
import type { RunConfig, RunStatus } from '../../../core/schemas/run';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

const onEndpoint = scriptedRunConfig();
const simulated: RunConfig = {
  ...onEndpoint,
  model: { ...onEndpoint.model, kind: 'simulated', logicalEndpoint: 'simulated:1' },
};

/** What becomes of another worker when a run `ours` begins in a state folder that knows `others`. */
async function decide(others: Readonly<Record<string, RunStatus>>) {
  const store = createMemoryStore();
  for (const [id, status] of Object.entries(others)) {
    await store.runs.createRun(id, simulated);
    await store.runs.setRunStatus(id, status, null);
  }
  return whenWorkerDiffers(store, { id: 'ours' });
}

describe('a worker that was started with other settings', () => {
  it('is kept while it works on another run: replacing it would abort that run’s calls', async () => {
    expect(await decide({ another: 'running' })).toBe('keep');
    expect(await decide({ ended: 'completed', another: 'running' })).toBe('keep');
  });

  it('is replaced when no other run is under way', async () => {
    expect(await decide({})).toBe('restart');
    const idle = { paused: 'paused', ended: 'completed', stopped: 'cancelled' } as const;
    expect(await decide(idle)).toBe('restart');
  });

  it('is replaced only where it has to be when the run under way is the one that begins', async () => {
    expect(await decide({ ours: 'running' })).toBe('if-needed');
  });

  it('is kept for no run in particular while one is under way', async () => {
    const store = createMemoryStore();
    await store.runs.createRun('another', simulated);
    expect(await whenWorkerDiffers(store, null)).toBe('keep');
    await store.runs.setRunStatus('another', 'paused', 'by hand');
    expect(await whenWorkerDiffers(store, null)).toBe('restart');
  });
});
