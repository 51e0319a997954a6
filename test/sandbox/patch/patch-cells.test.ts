import type { Job, RepositoryHost } from '../../../core/adapters/repository';
import { PatchCells } from '../../../sandbox/patch/patch-cells';
import { environmentRecord } from '../../fakes/environment-samples';
import { createMemoryStore } from '../../fakes/memory-store';
import { checkOf } from './patch-check';

const record = environmentRecord({ python: '3.11.7' });

/** Cells in which every patch applies and every test passes. `changed`: what a patch of a candidate changes. */
function cellsWhere(
  changed: readonly string[],
  ofTwins: (request: object) => Readonly<Record<string, unknown>> = () => ({}),
) {
  const jobs: Job[] = [];
  const records: Readonly<Record<string, (job: Job) => object>> = {
    apply_patch: ({ request }) => ({
      ...{ applied: 'git apply', tried: [], removed: [], dropped: [] },
      changed: (request as { readonly guarded: boolean }).guarded ? changed : ['test_sums.py'],
    }),
    run_task_tests: ({ request }) => ({
      ...{ exit: 0, timedOut: false, trouble: [] },
      statuses: { 'test_sums.py::test_total': 'PASSED', 'test_sums.py::test_off': 'SKIPPED' },
      ...('twin' in (request as object) ? ofTwins(request as object) : {}),
    }),
  };
  const open: RepositoryHost['open'] = () =>
    Promise.resolve({
      place: { provider: 'bubblewrap', place: 'here', python: '3.11.7', tools: 't' },
      run: (job) => {
        jobs.push(job);
        const answer = records[job.module];
        if (answer === undefined) throw new Error(`no answer for ${job.module}`);
        const quiet = { text: '', truncated: false };
        const { end, ...given } = answer(job) as { readonly end?: object };
        return Promise.resolve({
          end: end ?? { kind: 'finished', record: given },
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
  const twins = () => runs().map(({ request }) => 'twin' in (request as object));
  return { cells, twins, jobs };
}

describe('the tests of a patch', () => {
  it('run once more as twins, which must fail, if the patch changes something', async () => {
    const { cells, twins } = cellsWhere(['pkg/sums.py']);
    await cells.run(checkOf('diff --git a/pkg/sums.py b/pkg/sums.py\n').task);
    expect(twins()).toEqual([false, true]);
  });

  it('are known to their twins, so that silence about one of them is noticed', async () => {
    const { cells, jobs } = cellsWhere(['pkg/sums.py']);
    await cells.run(checkOf('diff --git a/pkg/sums.py b/pkg/sums.py\n').task);
    expect(jobs.at(-1)?.request).toMatchObject({ passed: ['test_sums.py::test_total'] });
  });

  it.each([
    ['run out of time', { timedOut: true }, { timedOut: true }],
    ['run out of memory', { end: { kind: 'memory-limit' } }, { stopped: 'memory-limit' }],
    [
      'start too many processes',
      { end: { kind: 'exited', code: 1, detail: 'processes' } },
      { stopped: 'killed-by-signal' },
    ],
  ])('do not count as forged if their twins %s', async (_what, given, expected) => {
    const { cells } = cellsWhere(['pkg/sums.py'], () => given);
    const { runs } = await cells.run(checkOf('diff --git a/pkg/sums.py b/pkg/sums.py\n').task);
    expect(runs).toMatchObject([{ ...expected, trouble: [] }]);
  });

  it('are not believed if the job was ended by what it ran', async () => {
    const { cells } = cellsWhere(['pkg/sums.py'], () => ({ end: { kind: 'exited', code: 0 } }));
    const { runs } = await cells.run(checkOf('diff --git a/pkg/sums.py b/pkg/sums.py\n').task);
    expect(runs[0]?.trouble).toEqual([expect.stringContaining('gave no answer: exited')]);
  });

  it('are started by a script that the patch may not change, where one starts them', async () => {
    const { cells, jobs } = cellsWhere(['pkg/sums.py']);
    const { task } = checkOf('diff --git a/pkg/sums.py b/pkg/sums.py\n');
    const runner = { kind: 'script', arguments: ['bin/test', '-C'], environment: {} } as const;
    await cells.run({ ...task, runner: { ...runner, arguments: [...runner.arguments] } });
    const asked = jobs.filter(({ module }) => module === 'apply_patch');
    expect(asked.map(({ request }) => request)).toMatchObject([{ runner: 'bin/test' }, {}]);
    expect(asked[1]?.request).not.toMatchObject({ runner: 'bin/test' });
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
