import { whenWorkerDiffers } from '../../../lab/runs/start-run';
import type { RunConfig, RunStatus } from '../../../core/schemas/run';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

const onEndpoint = scriptedRunConfig();
const simulated: RunConfig = {
  ...onEndpoint,
  model: { ...onEndpoint.model, kind: 'simulated', logicalEndpoint: 'simulated:1' },
};

/** What becomes of another worker when `ours` begins in a state folder that knows `others`. */
async function decide(ours: RunConfig, others: Readonly<Record<string, RunStatus>>) {
  const store = createMemoryStore();
  for (const [id, status] of Object.entries(others)) {
    await store.runs.createRun(id, simulated);
    await store.runs.setRunStatus(id, status, null);
  }
  return whenWorkerDiffers(store, { id: 'ours', config: ours });
}

describe('a worker that was started with other settings', () => {
  it('is kept while it works on another run: replacing it would abort that run’s calls', async () => {
    expect(await decide(simulated, { another: 'running' })).toBe('keep');
    expect(await decide(simulated, { ended: 'completed', another: 'running' })).toBe('keep');
  });

  it('is replaced when no other run is under way', async () => {
    expect(await decide(simulated, {})).toBe('restart');
    const idle = { paused: 'paused', ended: 'completed', stopped: 'cancelled' } as const;
    expect(await decide(simulated, idle)).toBe('restart');
  });

  it('is replaced when the run under way is the one that begins', async () => {
    expect(await decide(simulated, { ours: 'running' })).toBe('restart');
  });

  it('is replaced for a run on an endpoint, which needs the key of this command', async () => {
    expect(await decide(onEndpoint, { another: 'running' })).toBe('restart');
  });
});
