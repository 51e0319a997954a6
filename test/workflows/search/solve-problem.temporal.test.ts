import type { SearchNode } from '../../../core/schemas/search';
import { simulatedMethodNames } from '../../../core/search/methods';
import { searchOutcome } from '../../../core/kinds/of-kind';
import { answeringSandbox } from '../../fakes/answering-sandbox';
import { describeWithTemporal } from '../../prerequisites';
import {
  planReply,
  programReply,
  recallReply,
  reflectionsReply,
  scoreReply,
  strategiesReply,
  verificationReply,
} from '../support/scripted-problems';
import { played } from '../support/scripted-run';
import type { RunSpec, ScriptedRun } from '../support/scripted-run';
import { startTestEngine } from '../support/test-engine';
import type { TestEngine } from '../support/test-engine';
import { wholeHistories } from '../support/whole-history';

describeWithTemporal('one method on one problem', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  const play = (spec: RunSpec) =>
    played(engine, spec, async (run) => ({ ...(await searchOf(run)), calls: callsOf(run) }));

  it('accepts a program that passes and is verified, and grades it on the hidden tests', async () => {
    const { attempt, outcome, calls } = await play({
      script: {
        'thinker-strategies': [strategiesReply('count', 'sort')],
        solver: [programReply('right')],
        'critic-verification': [verificationReply(true)],
      },
      programs: { right: 'pp/p' },
    });
    expect(attempt).toMatchObject({ status: 'completed', waiting: null });
    expect(attempt.result).toMatchObject({ solved: true, verdict: 'passed', cause: null });
    expect(outcome).toMatchObject({ finish: 'accepted', answer: 'n0', answers: ['n0'] });
    expect(outcome.nodes.map(brief)).toEqual(['n0 root accept']);
    expect(outcome.nodes[0]?.strategy?.excerpt).toBe('count');
    expect(calls).toEqual(['thinker-strategies 0', 'solver 0', 'critic-verification 0']);
  });

  it('asks no model about a problem that is worth less than the run takes, and goes on with the others', async () => {
    const sandbox = answeringSandbox({
      check: ({ tests, program, assurance }) => {
        const passes = assurance === 'shared' || !program.toString().includes('reference-secret');
        return tests.map(() => (passes ? 'passed' : 'failed'));
      },
    });
    const spec: RunSpec = {
      script: { solver: [programReply('right')] },
      sandbox,
      hidden: (problem) =>
        problem === 'P/0' ? { reference: "    return 'reference-secret'\n" } : {},
      config: { problems: ['P/0', 'P/1'], method: 'direct' },
    };
    await played(engine, spec, async (run) => {
      expect((await run.attempt()).result).toMatchObject({
        ...{ status: 'unscored', level: { kind: 'refused' } },
        cause:
          "its reference passes only at `shared` (at `objects`: failed); this run's least level is `objects`: " +
          '--assurance-of P/0=shared, or --assurance shared for the whole run',
      });
      expect((await run.attempt('P/1')).result).toMatchObject({ solved: true });
      expect(callsOf(run)).toEqual(['solver 0']);
      expect(await run.store.runs.run(run.id)).toMatchObject({ status: 'completed' });
      const histories = await wholeHistories(engine, run.id);
      expect(histories.map(({ type }) => type).sort()).toEqual([
        ...['expandNode', 'runWindow', 'solveProblem', 'solveProblem'],
      ]);
      const texts = histories.flatMap((history) => history.texts).join('\n');
      expect(texts).toContain('unscored');
      expect(texts).not.toMatch(/reference-secret|f\(3\)|--assurance/u);
    });
  });

  it('aborts a repair that made things worse and goes on with the next strategy', async () => {
    const { outcome, calls } = await play({
      script: {
        'thinker-strategies': [strategiesReply('count', 'sort')],
        solver: [programReply('half'), programReply('right')],
        debugger: [programReply('worse')],
        'critic-score': [scoreReply(3), scoreReply(0)],
        'thinker-reflections': [reflectionsReply('look at the second test')],
        'critic-verification': [verificationReply(true)],
      },
      programs: { half: 'pf/f', worse: 'rr/r', right: 'pp/p' },
    });
    expect(outcome.nodes.map(brief)).toEqual(['n0 root refine', 'n1 n0 abort', 'n2 root accept']);
    expect(outcome).toMatchObject({ finish: 'accepted', answers: ['n0', 'n0', 'n2'] });
    expect(calls).toEqual([
      'thinker-strategies 0',
      'solver 0',
      'critic-score 0',
      'thinker-reflections 0',
      'debugger 1',
      'critic-score 1',
      'solver 2',
      'critic-verification 2',
    ]);
  });

  it('refines until the budget is spent and answers with the best program it has', async () => {
    const { attempt, outcome } = await play({
      config: { budget: 3 },
      script: {
        'thinker-strategies': [strategiesReply('count')],
        solver: [programReply('bad')],
        debugger: [programReply('half'), programReply('half-again')],
        'critic-score': [scoreReply(1), scoreReply(4)],
        'thinker-reflections': [reflectionsReply('one'), reflectionsReply('two')],
      },
      programs: { bad: 'ff/f', half: 'pf/f', 'half-again': 'fp/f' },
    });
    expect(outcome.nodes.map(brief)).toEqual(['n0 root refine', 'n1 n0 refine', 'n2 n1 abort']);
    expect(outcome).toMatchObject({
      finish: 'budget-exhausted',
      answer: 'n1',
      answers: ['n0', 'n1', 'n1'],
    });
    expect(attempt.result).toMatchObject({ solved: false, verdict: 'failed' });
    expect(attempt.result?.graded).toHaveLength(2);
  });

  it('takes fallback values for replies that stay unreadable, and counts them', async () => {
    const { outcome, calls } = await play({
      config: { budget: 3 },
      script: {
        'thinker-strategies': ['', 'I had rather not.'],
        solver: [programReply('half')],
        debugger: [programReply('good'), programReply('good-again')],
        'critic-score': ['quite good', 'really'],
        'thinker-reflections': ['', '', '', ''],
        'critic-verification': ['perhaps', 'perhaps not', 'hm', 'well'],
      },
      programs: { half: 'pf/f', good: 'pp/p', 'good-again': 'pp/p' },
    });
    expect(outcome.neutralValues).toEqual({
      'thinker-strategies': 1,
      'critic-score': 1,
      'thinker-reflections': 2,
      'critic-verification': 2,
    });
    expect(outcome.strategies).toHaveLength(1);
    expect(outcome.nodes[0]?.critique).toMatchObject({ kind: 'score', score: 2, neutral: true });
    expect(outcome.nodes[1]?.critique).toMatchObject({ accepted: false, neutral: true });
    expect(outcome.nodes[1]?.calls.map(({ repair }) => repair)).toContain(true);
    expect(calls.filter((call) => call === 'thinker-strategies 0')).toHaveLength(2);
  });

  it('spends the budget on replies without a program and ends without an answer', async () => {
    const { attempt, outcome } = await play({
      config: { budget: 2 },
      script: {
        'thinker-strategies': [strategiesReply('count', 'sort')],
        solver: ['I cannot.', 'Sorry.', { text: '', finishReason: 'content-filter' }],
      },
    });
    expect(outcome.nodes.map(({ program, visible }) => [program, visible?.kind])).toEqual([
      [null, 'no-program'],
      [null, 'no-program'],
    ]);
    expect(outcome).toMatchObject({ finish: 'budget-exhausted', answer: null });
    expect(attempt.result).toMatchObject({ verdict: 'no-program', solved: false, graded: [] });
  });

  it('makes plans of map-coder one by one, and carries the surest out first', async () => {
    const { outcome, calls } = await play({
      config: { method: 'map-coder', search: { width: 3, maxDepth: 2 }, budget: 3 },
      script: {
        recaller: [recallReply('pairs', 'words')],
        planner: ['no plan', planReply('sort', 20), planReply('count', 90)],
        solver: [programReply('half'), programReply('right')],
        debugger: [programReply('bad')],
      },
      programs: { half: 'pf/f', bad: 'rr/r', right: 'pp/p' },
    });
    expect(calls).toEqual([
      ...['recaller 0', 'planner 0', 'planner 0', 'planner 0'],
      ...['solver 0', 'debugger 1', 'solver 2'],
    ]);
    expect(outcome.nodes.map(({ strategy }) => strategy?.excerpt)).toEqual([
      'count',
      'count',
      'sort',
    ]);
    expect(outcome.plans).toMatchObject([
      { example: { excerpt: 'pairs Plan: as pairs is' }, confidence: 20 },
      { example: { excerpt: 'words Plan: as words is' }, confidence: 90 },
    ]);
    expect(outcome).toMatchObject({ finish: 'solved-visible', answer: 'n2' });
    expect(outcome.rootCalls.map(({ role, repair }) => [role, repair])).toEqual([
      ['recaller', false],
      ['planner', false],
      ['planner', true],
      ['planner', false],
    ]);
  });

  it('reflects at the turn of a node without a critic, in a history that is cut short, too', async () => {
    const { outcome, calls } = await play({
      config: { method: 'code-tree-bfs', search: { width: 2, maxDepth: 2 }, budget: 4 },
      timing: { maxHistory: 12 },
      script: {
        'thinker-strategies': [strategiesReply('count', 'sort')],
        solver: [programReply('bad'), programReply('half')],
        'thinker-reflections': [reflectionsReply('look again', 'start afresh')],
        debugger: [programReply('bad'), programReply('right')],
      },
      programs: { half: 'pf/f', bad: 'rr/r', right: 'pp/p' },
    });
    expect(calls).toEqual([
      ...['thinker-strategies 0', 'solver 0', 'solver 1'],
      ...['thinker-reflections 1', 'debugger 2', 'debugger 3'],
    ]);
    expect(outcome.nodes.map(brief)).toEqual(['n0 root -', 'n1 root -', 'n2 n1 -', 'n3 n1 -']);
    expect(outcome.nodes[1]?.calls.map(({ role }) => role)).toEqual([
      'solver',
      'thinker-reflections',
    ]);
    expect(outcome).toMatchObject({ finish: 'solved-visible', answer: 'n3' });
  });

  it.each(simulatedMethodNames)('plays %s to an answer that is graded', async (method) => {
    const { attempt, outcome } = await play({ config: { method, budget: 3 }, ...anyMethod });
    expect(attempt).toMatchObject({ status: 'completed' });
    expect(outcome.answer).not.toBeNull();
    const single = method === 'direct' || method === 'cot';
    expect(outcome.nodes).toHaveLength(single ? 1 : 2);
    expect(attempt.result?.solved).toBe(!single);
  });
});

/** Two programs, the second right, and every role's word. */
const anyMethod: RunSpec = {
  script: {
    'thinker-strategies': [strategiesReply('count'), strategiesReply('sort')],
    recaller: [recallReply('pairs')],
    planner: [planReply('count', 80)],
    solver: [programReply('half'), programReply('right')],
    debugger: [programReply('right')],
    'critic-score': [scoreReply(3)],
    'thinker-reflections': [reflectionsReply('look again')],
    'critic-verification': [verificationReply(true)],
  },
  programs: { half: 'pf/f', right: 'pp/p' },
};

async function searchOf(run: ScriptedRun) {
  const attempt = await run.attempt();
  const outcome = searchOutcome(attempt.result);
  if (outcome === null) throw new Error('the attempt has no result');
  return { attempt, outcome };
}

function callsOf({ model }: ScriptedRun): readonly string[] {
  return model.calls.map(({ role, ordinal }) => `${role} ${String(ordinal)}`);
}

function brief({ id, parent, decision }: SearchNode): string {
  return `${id} ${parent ?? 'root'} ${decision ?? '-'}`;
}
