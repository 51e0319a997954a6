import type { HarnessContext } from '../../../../activities/environment/harness/harness-context';
import { runJob } from '../../../../activities/environment/harness/run-job';
import type { JobEnd } from '../../../../core/adapters/repository';
import { outOfWall, scriptedJobs } from '../scripted-jobs';

/** Of a cell whose jobs end so, also alone unless that is another end. */
function jobThatEnds(end: JobEnd, alone = end): ReturnType<typeof runJob> {
  const { cell } = scriptedJobs([{ end }, { end: alone }]);
  const context = {
    cell: cell(false),
    alone: (work: (own: unknown) => unknown) => work(cell(true)),
  };
  return runJob(context as unknown as HarnessContext, 'repository.run_cases', {});
}

const raised = (type: string): JobEnd => ({ kind: 'raised', error: { type, message: 'so' } });

test('a job of ours that breaks says nothing of the function', async () => {
  await expect(jobThatEnds(raised('KeyError'))).rejects.toMatchObject({
    code: 'JOB_BROKEN',
    message: 'the job repository.run_cases broke: KeyError: so',
  });
});

test.each([
  [raised('MemoryError'), 'oom'],
  [{ kind: 'timed-out', cause: 'cpu' }, 'timeout'],
  [{ kind: 'killed-by-signal', signal: 'SIGKILL' }, 'killed'],
] as const)('what foreign code does to a job is the reason: %p', async (end, code) => {
  expect(await jobThatEnds(end)).toMatchObject({ kind: 'failed', reason: { code } });
});

test.each<JobEnd>([
  outOfWall,
  { kind: 'killed-by-signal', signal: 'SIGKILL' },
  { kind: 'finished', record: { imports: [{ ok: false, kind: 'timed-out' }] } },
  { kind: 'finished', record: { import: { ok: false, kind: 'timed-out' } } },
])('what a busy machine may have stopped is run again alone, and that stands: %j', async (end) => {
  const record = { imports: [{ ok: true }] };
  expect(await jobThatEnds(end, { kind: 'finished', record })).toMatchObject({ record });
});

test("what used up the processor's time is not run again", async () => {
  const ended = jobThatEnds({ kind: 'timed-out', cause: 'cpu' }, raised('KeyError'));
  expect(await ended).toMatchObject({ reason: { code: 'timeout' } });
});

test.each([
  { imports: [{ ok: true }] },
  { imports: [{ ok: false, kind: 'raised' }] },
  { import: { ok: false, kind: 'raised' } },
])('what ended by itself is not run again: %j', async (record) => {
  const ended = jobThatEnds({ kind: 'finished', record }, raised('KeyError'));
  expect(await ended).toMatchObject({ kind: 'finished', record });
});
