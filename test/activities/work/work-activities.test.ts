import { noEvaluation } from '../../../core/kinds/evaluation/row';
import { noOutcome } from '../../../core/kinds/search/outcome';
import { evaluationMembers } from '../../core/evaluation/evaluation-members';
import { endRuntime, quietRuntime } from '../../workflows/support/quiet-runtime';
import { activitiesUnderTest, attempt } from '../activities-under-test';

beforeAll(quietRuntime);
afterAll(endRuntime);

const cancelled = { outcome: noOutcome, status: 'cancelled', cause: null } as const;

describe('records of an attempt', () => {
  it('can end without a verdict', async () => {
    const under = await activitiesUnderTest();
    const summary = await under.run('recordUngraded', { attempt, position: 0, ...cancelled });
    expect(summary).toEqual({ status: 'cancelled', solved: false });
    expect((await under.store.runs.attempt(attempt))?.result).toMatchObject({ verdict: null });
  });

  it('can end before they began', async () => {
    const under = await activitiesUnderTest({ config: { problems: ['P/0', 'P/1'] } });
    const other = { ...attempt, problem: 'P/1' };
    await under.run('recordUngraded', { attempt: other, position: 1, ...cancelled });
    expect(await under.store.runs.attempt(other)).toMatchObject({
      status: 'cancelled',
      position: 1,
    });
  });

  it('can end together, each at its own place', async () => {
    const evaluation = { kind: 'evaluation', method: 'evaluate', samples: 2 } as const;
    const under = await activitiesUnderTest({
      config: { problems: ['P/0', 'P/1'], ...evaluation, ...evaluationMembers() },
    });
    const outcome = noEvaluation;
    await under.run('recordUngraded', { attempt, position: 0, ...cancelled, outcome });
    const attempts = await under.store.runs.attempts('r');
    expect(attempts.map((one) => [one.problem, one.sample, one.position, one.status])).toEqual([
      ['P/0', 0, 0, 'cancelled'],
      ['P/0', 1, 1, 'cancelled'],
      ['P/1', 0, 2, 'cancelled'],
      ['P/1', 1, 3, 'cancelled'],
    ]);
  });

  it.each([
    ['out of time', 'out of time; the last trouble: the endpoint is busy'],
    ['the endpoint is busy. Wait', 'the endpoint is busy. Wait'],
  ])('name the trouble that was waited for as the cause, once (%s)', async (cause, told) => {
    const under = await activitiesUnderTest();
    await under.store.runs.setWaiting(attempt, 'the endpoint is busy');
    const unscored = { outcome: noOutcome, status: 'unscored', cause } as const;
    await under.run('recordUngraded', { attempt, position: 0, ...unscored });
    expect((await under.store.runs.attempt(attempt))?.result?.cause).toBe(told);
  });
});

describe('an attempt that names what the store does not hold', () => {
  const lost = { role: 'solver', identity: 'f'.repeat(64), repair: false } as const;
  const outcome = { ...noOutcome, finish: 'accepted' as const };
  const lacking = {
    ...outcome,
    rootCalls: [lost],
    strategies: [{ sha256: 'e'.repeat(64), excerpt: '' }],
  };

  it('is not recorded as completed: it is begun anew', async () => {
    const under = await activitiesUnderTest();
    await expect(under.run('finishSearch', { attempt, outcome: lacking })).rejects.toMatchObject({
      type: 'espalier.begins-anew',
      nonRetryable: true,
      message: expect.stringContaining(
        'names 1 texts and 1 answered model calls that the store does not hold',
      ) as string,
    });
    expect(await under.store.runs.attempt(attempt)).toMatchObject({ status: 'running' });
  });

  it('ends without a verdict as one that never began', async () => {
    const under = await activitiesUnderTest();
    await under.run('recordUngraded', { attempt, position: 0, ...cancelled, outcome: lacking });
    expect((await under.store.runs.attempt(attempt))?.result?.outcome).toEqual(noOutcome);
  });
});

describe('work that is not the newest on its run', () => {
  it('pauses, and records nothing', async () => {
    const under = await activitiesUnderTest();
    await under.store.runs.beginGeneration('r');
    const old = { ...attempt, generation: 'earlier' };
    await expect(
      under.run('finishSearch', { attempt: old, outcome: noOutcome }),
    ).rejects.toMatchObject({ type: 'espalier.pauses-run' });
    expect(await under.store.runs.attempt(attempt)).toMatchObject({ status: 'running' });
  });
});

describe('the plan of a run', () => {
  const problems = ['P/0', 'P/1', 'P/2'];

  it('is every sample of every problem, page by page', async () => {
    const under = await activitiesUnderTest({ config: { problems, samples: 2 } });
    const first = await under.run('loadPlan', { run: 'r', from: 0, size: 4 });
    expect(first.attempts.map(({ problem, sample }) => `${problem} ${String(sample)}`)).toEqual([
      'P/0 0',
      'P/0 1',
      'P/1 0',
      'P/1 1',
    ]);
    expect(first).toMatchObject({ next: 4, total: 6 });
    const second = await under.run('loadPlan', { run: 'r', from: 4, size: 4 });
    expect(second.attempts.map(({ position }) => position)).toEqual([4, 5]);
    expect(second.next).toBeNull();
  });

  it('leaves out what has a verdict, and nothing else', async () => {
    const under = await activitiesUnderTest({ config: { problems } });
    await under.run('finishSearch', { attempt, outcome: noOutcome });
    const second = { ...attempt, problem: 'P/1' };
    await under.run('recordUngraded', { attempt: second, position: 1, ...cancelled });
    const page = await under.run('loadPlan', { run: 'r', from: 0, size: 10 });
    expect(page.attempts.map(({ problem }) => problem)).toEqual(['P/1', 'P/2']);
    expect(page.total).toBe(3);
  });

  it('is full behind pages that are done', async () => {
    const many = Array.from({ length: 12 }, (_, number) => `P/${String(number)}`);
    const under = await activitiesUnderTest({ config: { problems: many } });
    for (const [position, problem] of many.slice(0, 7).entries()) {
      const key = { ...attempt, problem };
      await under.store.runs.beginAttempt(key, position);
      await under.run('finishSearch', { attempt: key, outcome: noOutcome });
    }
    const page = await under.run('loadPlan', { run: 'r', from: 0, size: 2 });
    expect(page.attempts.map(({ position }) => position)).toEqual([7, 8]);
    expect(page.next).toBe(9);
  });

  it('pauses the work on a run that is not there', async () => {
    const under = await activitiesUnderTest();
    await expect(under.run('loadPlan', { run: 'gone', from: 0, size: 10 })).rejects.toMatchObject({
      type: 'espalier.pauses-run',
    });
  });
});

describe('other records', () => {
  it('keep the status of a run with its reason', async () => {
    const under = await activitiesUnderTest();
    await under.run('setRunStatus', { run: 'r', status: 'paused', reason: 'lunch' });
    expect(await under.store.runs.run('r')).toMatchObject({ status: 'paused', reason: 'lunch' });
  });

  it('keep no run as completed whose attempts have no end: it waits, and says how it goes on', async () => {
    const under = await activitiesUnderTest();
    const completed = { run: 'r', status: 'completed', reason: null } as const;
    await under.run('setRunStatus', completed);
    expect(await under.store.runs.run('r')).toMatchObject({
      status: 'paused',
      reason: expect.stringContaining('1 attempts were worked on and have no record') as string,
    });
    await under.run('finishSearch', { attempt, outcome: noOutcome });
    await under.run('setRunStatus', completed);
    expect(await under.store.runs.run('r')).toMatchObject({ status: 'completed', reason: null });
  });

  it('keep no status that comes late', async () => {
    const under = await activitiesUnderTest();
    const generation = await under.store.runs.beginGeneration('r');
    const tell = (status: 'running' | 'paused', place: number) =>
      under.run('setRunStatus', { run: 'r', status, reason: null, told: { generation, place } });
    await tell('running', 2);
    await tell('paused', 1);
    expect(await under.store.runs.run('r')).toMatchObject({ status: 'running' });
  });

  it('keep a text and give its reference', async () => {
    const under = await activitiesUnderTest();
    const reference = await under.run('storeText', { text: 'use\na table' });
    expect(reference.excerpt).toBe('use a table');
    expect(await under.store.blobs.get(reference.sha256)).toBe('use\na table');
  });
});
