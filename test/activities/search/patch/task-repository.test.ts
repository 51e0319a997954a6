import { Readable } from 'node:stream';

import { TaskRepositories } from '../../../../activities/search/patch/task-repository';
import { encodeTar } from '../../../../repositories';
import { activityDependencies } from '../../../fakes/activity-dependencies';
import { environmentRecord } from '../../../fakes/environment-samples';
import { createMemoryStore } from '../../../fakes/memory-store';
import { answeredJobs, finished } from '../../environment/answered-jobs';
import { patchProblem } from './patch-problem';

const { source } = patchProblem;

async function world() {
  const store = createMemoryStore();
  const content = Buffer.from('x = 1\n');
  const entry = { path: 'a.py', kind: 'file' as const, executable: false, content };
  const tar = Buffer.concat([...encodeTar([entry])]);
  const { sha256: snapshot } = await store.environments.putArchive(Readable.from([tar]));
  const record = environmentRecord({
    archives: { ...environmentRecord().archives, snapshot },
  });
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const { host, asked: jobs } = answeredJobs({
    outline_files: () => ({ records: [], end: finished({}) }),
  });
  const repositories = new TaskRepositories(
    activityDependencies({
      store,
      repositories: async () => {
        answer();
        await released;
        return host;
      },
      taskEnvironments: { of: () => Promise.resolve(record) },
    }),
  );
  return { repositories, jobs, asked, release };
}

describe('the tree of a task', () => {
  it('is read once for all who ask, and for the others when the first of them is cancelled', async () => {
    const { repositories, jobs, asked, release } = await world();
    const cancelled = new AbortController();
    const first = repositories.of(source, cancelled.signal);
    const second = repositories.of(source, new AbortController().signal);
    await asked;
    cancelled.abort(new Error('cancelled'));
    await expect(first).rejects.toThrow('cancelled');
    release();
    expect((await second).paths).toEqual(['a.py']);
    expect((await repositories.of(source)).paths).toEqual(['a.py']);
    expect(jobs).toHaveLength(1);
  });
});
