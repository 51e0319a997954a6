import { readSettings } from '../../../config/settings';
import type { RunConfig } from '../../../core/schemas/run';
import { resumeRun } from '../../../lab/runs/resume-run';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

/** Resumes a run in which every problem has a verdict. */
async function resumeEnded(asked: { readonly baseUrl?: string; readonly parallel?: number }) {
  const config = scriptedRunConfig();
  const store = createMemoryStore();
  const model = { ...config.model, kind: 'endpoint', logicalEndpoint: 'https://a.test/v1' };
  await store.runs.createRun('r', { ...config, model } as RunConfig);
  await store.runs.setRunStatus('r', 'completed', null);
  const { total } = await store.runs.counts('r');
  const counts = async () => ({ ...(await store.runs.counts('r')), completed: total });
  const ended = { ...store, runs: { ...store.runs, counts } };
  const context = { settings: readSettings({}) } as never;
  return resumeRun(context, ended, { run: 'r', concurrency: null, ...asked });
}

describe('resuming a run that has ended', () => {
  it('changes nothing', async () => {
    expect(await resumeEnded({})).toMatchObject({ services: null });
    expect(await resumeEnded({ baseUrl: 'https://b.test/v1' })).toMatchObject({ services: null });
  });

  it('refuses what cannot be used all the same', async () => {
    await expect(resumeEnded({ baseUrl: 'foo' })).rejects.toMatchObject({ code: 'BAD_BASE_URL' });
    await expect(resumeEnded({ parallel: 2 })).rejects.toMatchObject({ code: 'BAD_FLAG' });
  });
});
