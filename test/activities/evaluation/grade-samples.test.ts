import type { PlacedSample } from '../../../core/evaluation/sample';
import { samplesTogether } from '../../../core/evaluation/samples-together';
import { SandboxInfraError } from '../../../sandbox';
import { keepSamples } from '../../../store';
import { answeringSandbox } from '../../fakes/answering-sandbox';
import { cellsBreakingOn } from '../../fakes/breaking-cells';
import { evaluationMembers } from '../../core/evaluation/evaluation-members';
import { createMemoryStore } from '../../fakes/memory-store';
import type { ScriptedVerdicts } from '../../fakes/scripted-sandbox';
import { endRuntime, quietRuntime } from '../../workflows/support/quiet-runtime';
import { activitiesUnderTest } from '../activities-under-test';
import type { ActivitiesUnderTest } from '../activities-under-test';

beforeAll(quietRuntime);
afterAll(endRuntime);

const programs: ScriptedVerdicts = { right: 'pp/p', wrong: 'pp/f', slow: 'pp/t' };

const solution = (name: string, sample: number): PlacedSample => ({
  problem: 'P/0',
  sample,
  form: 'solution',
  text: `def f(x):\n    return '${name}'`,
  row: null,
  place: sample,
});

type Given = NonNullable<Parameters<typeof activitiesUnderTest>[0]>;

/** An evaluation of samples for one problem, by the names of their programs. */
async function evaluationOf(
  samples: readonly PlacedSample[],
  given: Given = {},
): Promise<ActivitiesUnderTest> {
  const store = given.store ?? createMemoryStore();
  const config = {
    kind: 'evaluation',
    method: 'evaluate',
    samples: samples.length,
    ...evaluationMembers({ pages: await keepSamples(store.blobs, samples) }),
  } as const;
  return activitiesUnderTest({ programs, ...given, store, config: { ...given.config, ...config } });
}

const first = { attempt: { run: 'r', problem: 'P/0', sample: 0 }, position: 0 };

describe('samples that are graded', () => {
  it('are an attempt each, with the verdict of their own program', async () => {
    const under = await evaluationOf(['right', 'wrong', 'slow', 'right'].map(solution));
    expect(await under.run('gradeSamples', first)).toEqual({ status: 'completed', solved: false });
    const attempts = await under.store.runs.attempts('r');
    expect(attempts.map(({ result }) => result?.verdict)).toEqual([
      'passed',
      'failed',
      'timed-out',
      'passed',
    ]);
    expect(attempts.map(({ position, sample }) => [position, sample])).toEqual(
      [0, 1, 2, 3].map((place) => [place, place]),
    );
    const outcome = attempts[1]?.result?.outcome;
    if (outcome?.kind !== 'evaluation' || outcome.program === null) throw new Error('no program');
    expect(await under.store.blobs.get(outcome.program)).toBe(solution('wrong', 0).text);
  });

  it('are put behind the problem where they are completions, without a line between', async () => {
    const completion: PlacedSample = {
      ...solution('right', 0),
      form: 'completion',
      text: "    return 'right'",
    };
    const under = await evaluationOf([completion]);
    expect(await under.run('gradeSamples', first)).toEqual({ status: 'completed', solved: true });
    const outcome = (await under.store.runs.attempts('r'))[0]?.result?.outcome;
    if (outcome?.kind !== 'evaluation' || outcome.program === null) throw new Error('no program');
    expect(await under.store.blobs.get(outcome.program)).toBe(
      `def f(x):\n    """ Task P/0. """\n    return 'right'`,
    );
  });

  it('are not graded again when they have a verdict', async () => {
    const under = await evaluationOf(['right', 'wrong'].map(solution));
    await under.run('gradeSamples', first);
    const before = under.sandbox.checks.length;
    await under.run('gradeSamples', first);
    expect(under.sandbox.checks).toHaveLength(before);
    expect(await under.store.runs.counts('r')).toMatchObject({ total: 2, completed: 2, solved: 1 });
  });

  it('leave the others their verdicts when cells break on one, which has none', async () => {
    const under = await evaluationOf(['right', 'bad', 'wrong'].map(solution), {
      programs: { ...programs, bad: 'pp/p' },
      beforeCheck: cellsBreakingOn('bad').beforeCheck,
    });
    expect(await under.run('gradeSamples', first)).toEqual({ status: 'unscored', solved: false });
    const attempts = await under.store.runs.attempts('r');
    expect(attempts.map(({ status }) => status)).toEqual(['completed', 'unscored', 'completed']);
    expect(attempts[1]?.result).toMatchObject({
      verdict: null,
      cause: expect.any(String) as string,
    });
  });

  it('of which some were graded when the sandbox failed keep those verdicts', async () => {
    let broken = true;
    const under = await evaluationOf(['right', 'wrong', 'slow'].map(solution), {
      beforeCheck: async (program) => {
        if (program === 'slow' && broken)
          throw new SandboxInfraError('docker', 'no cell can be started');
      },
    });
    await expect(under.run('gradeSamples', first)).rejects.toThrow('no cell can be started');
    expect(await under.store.runs.counts('r')).toMatchObject({ completed: 2 });
    broken = false;
    await under.run('gradeSamples', first);
    expect(under.sandbox.checks.filter((name) => name === 'right')).toHaveLength(1);
    expect(await under.store.runs.counts('r')).toMatchObject({ completed: 3 });
  });

  it('have no verdict where the reference of their problem passes at no level that is taken', async () => {
    const sandbox = answeringSandbox({
      check: ({ tests, assurance }) =>
        tests.map(() => (assurance === 'shared' ? 'passed' : 'failed')),
    });
    const under = await evaluationOf([solution('right', 0)], {
      sandbox,
      hidden: { reference: '    return x\n' },
    });
    expect(await under.run('gradeSamples', first)).toEqual({ status: 'unscored', solved: false });
    expect((await under.store.runs.attempts('r'))[0]?.result).toMatchObject({
      cause: expect.stringContaining('shared') as string,
      level: { kind: 'refused' },
    });
  });

  it('wait where no cell can be started for the reference of their problem, and have no verdict where cells break on it', async () => {
    const failing = (fate: 'retryable' | 'terminal') =>
      evaluationOf([solution('right', 0)], {
        sandbox: answeringSandbox({
          check: () => {
            throw new SandboxInfraError('docker', 'it ended', { fate });
          },
        }),
        hidden: { reference: '    return x\n' },
      });
    await expect((await failing('retryable')).run('gradeSamples', first)).rejects.toMatchObject({
      type: 'espalier.retryable',
    });
    const under = await failing('terminal');
    expect(await under.run('gradeSamples', first)).toEqual({ status: 'unscored', solved: false });
    const [attempt] = await under.store.runs.attempts('r');
    expect(attempt?.result).toMatchObject({ cause: 'A docker cell broke: it ended' });
    expect(attempt?.result).not.toHaveProperty('level');
  });

  it('that the sanitiser does not finish stay as written, which is recorded', async () => {
    const samples = [solution('right', 0)];
    const store = createMemoryStore();
    const members = evaluationMembers({
      pages: await keepSamples(store.blobs, samples),
      sanitiser: { name: 'evalplus', version: 1 },
    });
    const sandbox = answeringSandbox({
      check: ({ tests }) => tests.map(() => 'passed'),
      run: () => ({ end: { kind: 'timed-out' } as never }),
    });
    const config = { kind: 'evaluation', method: 'evaluate', ...members } as const;
    const under = await activitiesUnderTest({ store, sandbox, config });
    expect(await under.run('gradeSamples', first)).toEqual({ status: 'completed', solved: true });
    const outcome = (await store.runs.attempts('r'))[0]?.result?.outcome;
    if (outcome?.kind !== 'evaluation' || outcome.program === null) throw new Error('no program');
    expect(outcome.unsanitised).toBe(true);
    expect(await store.blobs.get(outcome.program)).toBe(samples[0]?.text);
  });

  it('of a second page are found there', async () => {
    const many = Array.from({ length: samplesTogether + 1 }, (_, place) =>
      solution(place === samplesTogether ? 'wrong' : 'right', place),
    );
    const under = await evaluationOf(many);
    const attempt = { run: 'r', problem: 'P/0', sample: samplesTogether };
    await under.run('gradeSamples', { attempt, position: samplesTogether });
    expect(await under.store.runs.attempt(attempt)).toMatchObject({
      result: { verdict: 'failed' },
    });
  });
});
