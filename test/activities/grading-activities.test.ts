import { keepBatch, readVerdicts } from '../../activities';
import { visibleLimit } from '../../core/grading/visible-limit';
import { GradingBatch } from '../../core/schemas/grading';
import { endRuntime, quietRuntime } from '../workflows/support/quiet-runtime';
import { activitiesUnderTest } from './activities-under-test';
import type { ActivitiesUnderTest } from './activities-under-test';

beforeAll(quietRuntime);
afterAll(endRuntime);

const dataset = 'd'.repeat(64);
const programs = { half: 'pf/f', right: 'pp/p', slow: 'tt/t' };

async function batchOf(
  { store }: ActivitiesUnderTest,
  names: readonly string[],
  changes: Partial<GradingBatch> = {},
): Promise<string> {
  const items = await Promise.all(
    names.map(async (name) => ({
      program: await store.blobs.put(`def f(x):\n    return '${name}'`),
      dataset,
      problem: 'P/0',
    })),
  );
  const batch = { items, tests: 'hidden', limits: visibleLimit(), seed: 0, ...changes };
  return keepBatch(store.blobs, GradingBatch.parse(batch));
}

describe('a batch of programs to grade', () => {
  it('comes and goes by reference', async () => {
    const under = await activitiesUnderTest({ programs });
    const batch = await batchOf(under, ['right', 'half', 'slow', 'right']);
    const graded = await under.run('gradeBatch', { batch });
    expect(graded).toMatchObject({ graded: 4, passed: 2 });
    const verdicts = await readVerdicts(under.store.blobs, graded.verdicts);
    expect(verdicts.map(({ result }) => result.outcomes.map(({ kind }) => kind))).toEqual([
      ['passed'],
      ['failed'],
      ['timed-out'],
      ['passed'],
    ]);
    expect(verdicts[0]).toMatchObject({ problem: 'P/0', dataset });
  });

  it('may ask for the visible tests', async () => {
    const under = await activitiesUnderTest({ programs });
    const batch = await batchOf(under, ['half', 'right'], { tests: 'visible' });
    const graded = await under.run('gradeBatch', { batch });
    expect(graded.passed).toBe(1);
    const [half] = await readVerdicts(under.store.blobs, graded.verdicts);
    expect(half?.result.outcomes.map(({ kind }) => kind)).toEqual(['passed', 'failed']);
  });

  it('has the assurance that the problem asks for, or else its own', async () => {
    const levelOf = async (problem: { assurance?: 'shared' }) => {
      const under = await activitiesUnderTest({ programs, problem });
      const { verdicts } = await under.run('gradeBatch', {
        batch: await batchOf(under, ['right']),
      });
      const [verdict] = await readVerdicts(under.store.blobs, verdicts);
      return verdict?.result.provenance.assurance;
    };
    expect([await levelOf({}), await levelOf({ assurance: 'shared' })]).toEqual([
      'split',
      'shared',
    ]);
  });

  it('that is not one fails for good, and says what to do', async () => {
    const under = await activitiesUnderTest({ programs });
    const batch = await under.store.blobs.put('{"items":"none"}');
    const failed = under.run('gradeBatch', { batch });
    await expect(failed).rejects.toMatchObject({ type: 'espalier.terminal' });
    await expect(failed).rejects.toThrow(`${batch} is not a grading batch. Store the batch`);
  });
});
