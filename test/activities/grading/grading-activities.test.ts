import { keepBatch, readVerdicts } from '../../../activities';
import { visibleLimit } from '../../../core/grading/visible-limit';
import { BatchVerdicts, GradingBatch } from '../../../core/schemas/grading';
import type { BatchVerdict } from '../../../core/schemas/grading';
import type { CheckResult } from '../../../core/schemas/verdict';
import { SandboxInfraError } from '../../../sandbox';
import { cellsBreakingOn } from '../../fakes/breaking-cells';
import { answeringSandbox } from '../../fakes/answering-sandbox';
import { endRuntime, quietRuntime } from '../../workflows/support/quiet-runtime';
import { activitiesUnderTest } from '../activities-under-test';
import type { ActivitiesUnderTest } from '../activities-under-test';

beforeAll(quietRuntime);
afterAll(endRuntime);

const dataset = 'd'.repeat(64);
const programs = { half: 'pf/f', right: 'pp/p', slow: 'tt/t' };

function resultOf(verdict: BatchVerdict | undefined): CheckResult {
  if (verdict?.kind !== 'graded') throw new Error('no result');
  return verdict.result;
}

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
    expect(graded).toMatchObject({ graded: 4, unscored: 0, passed: 2 });
    const verdicts = await readVerdicts(under.store.blobs, graded.verdicts);
    expect(verdicts.map((one) => resultOf(one).outcomes.map(({ kind }) => kind))).toEqual([
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
    expect(resultOf(half).outcomes.map(({ kind }) => kind)).toEqual(['passed', 'failed']);
  });

  it('leaves a program unscored whose problem is worth less than the batch takes', async () => {
    const sandbox = answeringSandbox({
      check: ({ tests, assurance }) =>
        tests.map(() => (assurance === 'shared' ? 'passed' : 'failed')),
    });
    const under = await activitiesUnderTest({ sandbox, hidden: { reference: '    return x\n' } });
    const graded = async (changes: Partial<GradingBatch>) => {
      const batch = await batchOf(under, ['right'], changes);
      const { verdicts } = await under.run('gradeBatch', { batch });
      return (await readVerdicts(under.store.blobs, verdicts))[0];
    };
    expect(await graded({})).toMatchObject({
      kind: 'unscored',
      cause: expect.stringMatching(
        /^P\/0 is refused: its reference passes only at `shared` \(at `objects`: failed\).*--assurance-of P\/0=shared/u,
      ) as string,
    });
    expect(await graded({ assurance: 'shared' })).toMatchObject({
      kind: 'graded',
      result: { provenance: { assurance: 'shared' } },
    });
  });

  it('leaves a program unscored whose problem the tool does not grade', async () => {
    const under = await activitiesUnderTest({ programs });
    const batch = await batchOf(under, ['right', 'half'], { grading: { profile: 'apps' } });
    const graded = await under.run('gradeBatch', { batch });
    expect(graded).toMatchObject({ graded: 0, unscored: 2 });
    expect((await readVerdicts(under.store.blobs, graded.verdicts))[0]).toMatchObject({
      ...{ kind: 'unscored', problem: 'P/0' },
      cause: 'the grading profile apps does not grade tests that are Python',
    });
  });

  it('has the level that the adapter asks for, or else data, where there is no reference', async () => {
    const levelOf = async (problem: { assurance?: 'shared' }) => {
      const under = await activitiesUnderTest({ programs, problem });
      const { verdicts } = await under.run('gradeBatch', {
        batch: await batchOf(under, ['right']),
      });
      const [verdict] = await readVerdicts(under.store.blobs, verdicts);
      return resultOf(verdict).provenance.assurance;
    };
    expect([await levelOf({}), await levelOf({ assurance: 'shared' })]).toEqual(['data', 'shared']);
  });

  it('that is not one fails for good, and says what to do', async () => {
    const under = await activitiesUnderTest({ programs });
    const batch = await under.store.blobs.put('{"items":"none"}');
    const failed = under.run('gradeBatch', { batch });
    await expect(failed).rejects.toMatchObject({ type: 'espalier.terminal' });
    await expect(failed).rejects.toThrow(`${batch} is not a grading batch. Store the batch`);
  });

  it('records a program on which cells broke as unscored, with the cause, and tries it again', async () => {
    const { beforeCheck, mend } = cellsBreakingOn('half');
    const under = await activitiesUnderTest({ programs, beforeCheck });
    const batch = await batchOf(under, ['half', 'right', 'slow', 'half']);
    const first = await under.run('gradeBatch', { batch });
    expect(first).toMatchObject({ graded: 2, unscored: 2, passed: 1 });
    const verdicts = BatchVerdicts.parse(await readVerdicts(under.store.blobs, first.verdicts));
    expect(verdicts.map(({ kind }) => kind)).toEqual(['unscored', 'graded', 'graded', 'unscored']);
    expect(verdicts[0]).toMatchObject({ cause: 'A docker cell broke: it ended', problem: 'P/0' });
    mend();
    const before = under.sandbox.checks.length;
    const second = await under.run('gradeBatch', { batch });
    expect(second).toMatchObject({ graded: 4, unscored: 0, passed: 1 });
    expect(under.sandbox.checks.slice(before)).toEqual(['half']);
  });

  it('waits as a whole where no cell can be started: that is no fault of a program', async () => {
    const under = await activitiesUnderTest({
      programs,
      beforeCheck: () => Promise.reject(new SandboxInfraError('docker', 'it ended')),
    });
    const failed = under.run('gradeBatch', { batch: await batchOf(under, ['right', 'half']) });
    await expect(failed).rejects.toMatchObject({ type: 'espalier.retryable' });
  });
});
