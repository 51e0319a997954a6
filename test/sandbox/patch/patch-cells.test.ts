import type { Job, RepositoryHost } from '../../../core/adapters/repository';
import { PatchCells } from '../../../sandbox/patch/patch-cells';
import { environmentRecord } from '../../fakes/environment-samples';
import { createMemoryStore } from '../../fakes/memory-store';
import { checkOf } from './patch-check';

const record = environmentRecord({ python: '3.11.7' });

/** Cells in which every patch applies and every test passes. `changed`: what a patch of a candidate changes. */
function cellsWhere(changed: readonly string[]) {
  const jobs: Job[] = [];
  const records: Readonly<Record<string, (job: Job) => object>> = {
    apply_patch: ({ request }) => ({
      ...{ applied: 'git apply', tried: [], removed: [], dropped: [] },
      changed: (request as { readonly guarded: boolean }).guarded ? changed : ['test_sums.py'],
    }),
    run_task_tests: () => ({ exit: 0, timedOut: false, statuses: {}, trouble: [] }),
  };
  const open: RepositoryHost['open'] = () =>
    Promise.resolve({
      place: { provider: 'bubblewrap', place: 'here', python: '3.11.7', tools: 't' },
      run: (job) => {
        jobs.push(job);
        const answer = records[job.module];
        if (answer === undefined) throw new Error(`no answer for ${job.module}`);
        const quiet = { text: '', truncated: false };
        return Promise.resolve({
          end: { kind: 'finished', record: answer(job) },
          ...{ records: [], files: [], stdout: quiet, stderr: quiet, cpuMs: 1, wallMs: 1 },
        } as never);
      },
      close: () => Promise.resolve(),
    });
  const cells = new PatchCells({
    host: () => Promise.resolve({ open }),
    environments: createMemoryStore().environments,
    environmentOf: () => Promise.resolve(record),
    keepLog: () => Promise.resolve('b'.repeat(64)),
    tools: 't',
  });
  const runs = () => jobs.filter(({ module }) => module === 'run_task_tests');
  return { cells, twins: () => runs().map(({ request }) => 'twin' in (request as object)) };
}

describe('the tests of a patch', () => {
  it('run once more as twins, which must fail, if the patch changes something', async () => {
    const { cells, twins } = cellsWhere(['pkg/sums.py']);
    await cells.run(checkOf('diff --git a/pkg/sums.py b/pkg/sums.py\n').task);
    expect(twins()).toEqual([false, true]);
  });

  it.each([
    ['is empty', ''],
    ['has nothing left of it', 'diff --git a/conftest.py b/conftest.py\n'],
  ])('run without twins if the patch %s, since it cannot forge anything', async (_why, patch) => {
    const { cells, twins } = cellsWhere([]);
    await cells.run(checkOf(patch).task);
    expect(twins()).toEqual([false]);
  });
});
