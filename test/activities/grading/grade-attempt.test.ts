import type { FunctionProblem } from '../../../core/tasks/function';
import type { SearchNode } from '../../../core/schemas/search';
import type { SearchOutcome } from '../../../core/kinds/search/schema';
import { noOutcome } from '../../../core/kinds/search/outcome';
import { scheduledNode } from '../../../core/search/expansion';
import { kindsOfWork } from '../../../core/kinds/kinds';
import type { Sandbox } from '../../../core/adapters/sandbox';
import { withFreshCells } from '../../../sandbox/fresh-cells';
import { cellsBreakingOn, cellsThatBreak } from '../../fakes/breaking-cells';
import { endRuntime, quietRuntime } from '../../workflows/support/quiet-runtime';
import { activitiesUnderTest, attempt, firstExpansion } from '../activities-under-test';
import type { ActivitiesUnderTest } from '../activities-under-test';

beforeAll(quietRuntime);
afterAll(endRuntime);

const programs = { half: 'pf/f', right: 'pp/p' };

function put({ store }: ActivitiesUnderTest, name: string): Promise<string> {
  return store.blobs.put(`def f(x):\n    return '${name}'`);
}

function node(ordinal: number, program: string | null): SearchNode {
  const id = `n${String(ordinal)}`;
  return { ...scheduledNode(firstExpansion({ node: id, ordinal })), program };
}

describe('the end of an attempt', () => {
  async function finished(
    answers: readonly string[],
    final: string,
    problem: Partial<FunctionProblem> = {},
    sandbox?: Sandbox,
  ) {
    const given = sandbox === undefined ? {} : { sandbox };
    const under = await activitiesUnderTest({ programs, problem, ...given });
    const nodes = [
      node(0, await put(under, 'half')),
      node(1, await put(under, 'right')),
      node(2, await put(under, 'half')),
      node(3, null),
    ];
    const outcome: SearchOutcome = {
      ...noOutcome,
      finish: 'accepted',
      nodes,
      answers: [...answers],
      answer: final,
    };
    const summary = await under.run('finishSearch', { attempt, outcome });
    const record = await under.store.runs.attempt(attempt);
    return { summary, under, result: record?.result };
  }

  it('grades each distinct program that was an answer, once, on the hidden tests', async () => {
    const { summary, under, result } = await finished(['n0', 'n1', 'n2', 'n1'], 'n1');
    expect(summary).toEqual({ status: 'completed', solved: true });
    expect(under.sandbox.checks).toEqual(['half', 'right']);
    expect(result?.graded.map(({ outcome }) => outcome.kind)).toEqual(['failed', 'passed']);
    expect(result).toMatchObject({ verdict: 'passed', solved: true, cause: null });
    expect(result?.provenance).toMatchObject({ provider: 'in-process' });
  });

  it('keeps how many cells were started anew for all its hidden checks; of a sandbox that does not say, nothing', async () => {
    const { sandbox, breakNext } = cellsThatBreak(programs);
    breakNext(2);
    const { result } = await finished(['n0', 'n1'], 'n1', {}, withFreshCells(sandbox));
    expect(result).toMatchObject({ solved: true, freshCells: 2 });
    expect((await finished(['n0', 'n1'], 'n1')).result).not.toHaveProperty('freshCells');
  });

  it('has no verdict where its kind of work is not scored', async () => {
    const scored = jest.replaceProperty(kindsOfWork.search, 'scored', false);
    try {
      const { result, summary } = await finished(['n0'], 'n0');
      expect(result).toMatchObject({ status: 'completed', verdict: null, solved: false });
      expect(summary).toEqual({ status: 'completed', solved: false });
    } finally {
      scored.restore();
    }
  });

  it('has every verdict at the level of the problem, and says who named it', async () => {
    const levels = async (problem: Partial<FunctionProblem>) => {
      const { result } = await finished(['n0', 'n1'], 'n1', problem);
      const by = result?.level?.kind === 'found' ? result.level.by : null;
      return [
        by,
        result?.provenance?.assurance,
        ...(result?.graded.map(({ outcome }) => outcome.assurance) ?? []),
      ];
    };
    expect(await levels({})).toEqual(['nobody', 'data', 'data', 'data']);
    expect(await levels({ assurance: 'shared' })).toEqual([
      'adapter',
      'shared',
      'shared',
      'shared',
    ]);
  });

  it('goes by the last answer', async () => {
    const { summary, result } = await finished(['n1', 'n0'], 'n0');
    expect(summary.solved).toBe(false);
    expect(result?.verdict).toBe('failed');
  });

  it('is solved where both suites of the problem pass, and keeps what each said', async () => {
    const under = await activitiesUnderTest({
      programs: { half: 'pp/pf', right: 'pp/pp' },
      hidden: { plus: 'assert f(4) == 4' },
    });
    const nodes = [node(0, await put(under, 'half')), node(1, await put(under, 'right'))];
    const outcome: SearchOutcome = {
      ...noOutcome,
      finish: 'accepted',
      nodes,
      answers: ['n1', 'n0'],
      answer: 'n0',
    };
    const { solved } = await under.run('finishSearch', { attempt, outcome });
    const { result } = (await under.store.runs.attempt(attempt)) ?? {};
    const suites = result?.graded.map(({ suites: each }) =>
      each?.map(({ name, outcome: { kind } }) => [name, kind]),
    );
    const both = [
      [
        ['base', 'passed'],
        ['plus', 'failed'],
      ],
      [
        ['base', 'passed'],
        ['plus', 'passed'],
      ],
    ];
    expect(suites?.toReversed()).toEqual(both);
    expect([solved, result?.verdict]).toEqual([false, 'failed']);
  });

  it('leaves programs alone that were never an answer', async () => {
    const { under } = await finished(['n1'], 'n1');
    expect(under.sandbox.checks).toEqual(['right']);
  });

  it('without any program is a verdict, too', async () => {
    const under = await activitiesUnderTest({ programs });
    const outcome = { ...noOutcome, finish: 'budget-exhausted' as const, nodes: [node(0, null)] };
    const summary = await under.run('finishSearch', { attempt, outcome });
    expect(summary).toEqual({ status: 'completed', solved: false });
    expect(under.sandbox.checks).toEqual([]);
    expect((await under.store.runs.attempt(attempt))?.result).toMatchObject({
      verdict: 'no-program',
      graded: [],
      provenance: null,
    });
  });

  it('records nothing when the sandbox fails', async () => {
    const under = await activitiesUnderTest({ programs: {} });
    const outcome = { ...noOutcome, nodes: [node(0, await put(under, 'half'))], answer: 'n0' };
    await expect(under.run('finishSearch', { attempt, outcome })).rejects.toThrow('script');
    expect((await under.store.runs.attempt(attempt))?.status).toBe('running');
  });

  it('has no result when cells broke on one answer; tried again, only that one is run', async () => {
    const { beforeCheck, mend } = cellsBreakingOn('half');
    const under = await activitiesUnderTest({ programs, beforeCheck });
    const nodes = [node(0, await put(under, 'half')), node(1, await put(under, 'right'))];
    const outcome = { ...noOutcome, nodes, answers: ['n0', 'n1'], answer: 'n1' };
    const finish = () => under.run('finishSearch', { attempt, outcome });
    const failed = finish();
    await expect(failed).rejects.toThrow('it ended');
    await expect(failed).rejects.toMatchObject({ type: 'espalier.terminal' });
    expect((await under.store.runs.attempt(attempt))?.status).toBe('running');
    expect(under.sandbox.checks).toEqual(['half', 'right']);
    mend();
    expect(await finish()).toEqual({ status: 'completed', solved: true });
    expect(under.sandbox.checks).toEqual(['half', 'right', 'half']);
  });
});
