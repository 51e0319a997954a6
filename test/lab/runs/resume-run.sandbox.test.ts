import { ownVersions } from '../../../lab/planning/own-versions';
import { pausedByHand } from '../../../lab/runs/paused-by-hand';
import { resumeRun } from '../../../lab/runs/resume-run';
import { createMemoryStore } from '../../fakes/memory-store';
import { describeWithSandbox } from '../../prerequisites';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';
import { endServices, servicesUnderTest, simulated } from '../services/services-under-test';

afterEach(endServices);

/** Resumes a run that a person has paused meanwhile. The resume ends where the store is told to forgive, or where work begins. */
async function resume(unattended: boolean): Promise<void> {
  const test = await servicesUnderTest();
  const store = createMemoryStore();
  const config = { ...scriptedRunConfig(), model: simulated };
  await store.runs.createRun('r', { ...config, versions: ownVersions(config) });
  await store.runs.setRunStatus('r', 'paused', pausedByHand);
  const settle = (run: string) => Promise.reject(new Error(`${run} is settled`));
  const telling = { ...store, endpoints: { ...store.endpoints, settle } };
  const context = { ...test.context({ ESPALIER_SANDBOX: 'bubblewrap' }), unattended };
  await resumeRun(context, telling, { run: 'r', concurrency: null });
}

describeWithSandbox('what an endpoint did wrong', () => {
  it('is forgiven when a person resumes the run', async () => {
    await expect(resume(false)).rejects.toThrow('r is settled');
  });

  it('is not forgiven when the supervisor goes on with the run', async () => {
    await expect(resume(true)).rejects.toMatchObject({ code: 'NO_LONGER_WANTED' });
  });
});
