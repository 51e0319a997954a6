import { noOutcome } from '../../../core/search/outcome';
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

  it('keep a text and give its reference', async () => {
    const under = await activitiesUnderTest();
    const reference = await under.run('storeText', { text: 'use\na table' });
    expect(reference.excerpt).toBe('use a table');
    expect(await under.store.blobs.get(reference.sha256)).toBe('use\na table');
  });
});
