import type { JobEnd, JobResult, RepositoryCell } from '../../../core/adapters/repository';
import { runSettled } from '../../../lab/environments/run-settled';

const job = { module: 'repository.run_cases' } as Parameters<typeof runSettled>[2];
const options = {} as Parameters<typeof runSettled>[3];
const finished: JobEnd = { kind: 'finished', record: {} };
const stopped: JobEnd = { kind: 'memory-limit' };

async function run(...ends: readonly JobEnd[]): Promise<{ end: JobEnd; runs: number }> {
  const results = ends.map((end) => ({ end }) as JobResult);
  let runs = 0;
  const cell = {
    run: () => {
      const result = results[runs++];
      return result === undefined
        ? Promise.reject(new Error('too often'))
        : Promise.resolve(result);
    },
  } as unknown as RepositoryCell;
  const { end } = await runSettled(cell, 'instance', job, options);
  return { end, runs };
}

test('a job that was not stopped is run once, however it ended', async () => {
  expect(await run(finished)).toEqual({ end: finished, runs: 1 });
  const failed: JobEnd = { kind: 'exited', code: 1 };
  expect(await run(failed)).toEqual({ end: failed, runs: 1 });
});

test('a job that was stopped is run once more, and not a third time', async () => {
  expect(await run(stopped, finished)).toEqual({ end: finished, runs: 2 });
  await expect(run(stopped, { kind: 'timed-out', cause: 'wall' })).rejects.toMatchObject({
    code: 'JOB_STOPPED',
    message:
      'the job repository.run_cases was stopped twice (timed-out): nothing was said of the instance instance',
  });
});
