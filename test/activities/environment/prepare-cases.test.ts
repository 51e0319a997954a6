import { prepareIn } from '../../../activities/environment/prepare-cases';
import { usualJobLimits } from '../../../core/adapters/repository';
import type { JobEnd } from '../../../core/adapters/repository';
import { answeredJobs, finished } from './answered-jobs';

const cases = { target: 'tools::f', module: 'tools', qualname: 'f', source: 'def case_0(): f()' };

async function prepared(end: JobEnd) {
  const { host, asked } = answeredJobs({ run_cases: () => ({ end }) });
  const shape = { memoryMb: 1, filesMb: 1, scratchMb: 1 };
  const cell = await host.open({ archives: [], shape });
  const { signal } = new AbortController();
  return { asked, signal, made: prepareIn(cell)(cases, signal) };
}

describe('cases that are made ready', () => {
  it('come of a job that only reads their text', async () => {
    const ready = { source: 'ready', cases: ['case_0'] };
    const { asked, signal, made } = await prepared(finished({ prepared: ready }));
    expect(await made).toEqual({ kind: 'prepared', prepared: ready });
    expect(asked).toEqual([
      {
        module: 'run_cases',
        request: { action: 'prepare', harness: cases },
        options: { limits: usualJobLimits, walls: 'strict', signal },
      },
    ]);
  });

  it.each<[JobEnd, string]>([
    [finished({ error: { code: 'parse_error', message: 'line 1 is odd' } }), 'line 1 is odd'],
    [finished({ error: { code: 'too_large', message: 'a megabyte' } }), 'a megabyte'],
    [{ kind: 'timed-out', cause: 'cpu' }, 'It is too large to be read.'],
    [{ kind: 'memory-limit' }, 'It is too large to be read.'],
  ])('cannot be read after %j, which their author is told', async (end, why) => {
    const { made } = await prepared(end);
    expect(await made).toEqual({ kind: 'unreadable', why });
  });

  it('are tried again when the job was ended from outside', async () => {
    const { made } = await prepared({ kind: 'exited', code: 1 });
    await expect(made).rejects.toMatchObject({
      ...{ code: 'CASES_NOT_PREPARED', fate: 'retryable' },
      message: 'cases for tools::f could not be made ready: the job ended with exited',
    });
  });
});
