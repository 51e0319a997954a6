import type { VisibleResult } from '../../../core/schemas/search';
import { callsOfSearches } from '../../../core/kinds/of-kind';
import { ModelRejectedRequestError } from '../../../llm';
import { endRuntime, quietRuntime } from '../../workflows/support/quiet-runtime';
import {
  planReply,
  programReply,
  recallReply,
  reflectionsReply,
  scoreReply,
  strategiesReply,
  verificationReply,
} from '../../workflows/support/scripted-problems';
import { activitiesUnderTest, attempt, firstExpansion } from '../activities-under-test';
import type { ActivitiesUnderTest } from '../activities-under-test';

beforeAll(quietRuntime);
afterAll(endRuntime);

const said = ({ model }: ActivitiesUnderTest): string =>
  model.calls.flatMap(({ request }) => request.messages.map(({ content }) => content)).join('\n');

async function keep({ store }: ActivitiesUnderTest, text: string) {
  return { sha256: await store.blobs.put(text), excerpt: text.slice(0, 20) };
}

/** A first program that one of two visible tests failed, as the critic and the thinker are given it. */
async function failedExpansion(under: ActivitiesUnderTest) {
  const visible: VisibleResult = {
    kind: 'failed',
    passed: 1,
    total: 2,
    feedback: await keep(under, 'wanted 1'),
    timeSensitive: false,
  };
  const program = await under.store.blobs.put('def f(x):\n    return 1');
  return { attempt, expansion: firstExpansion(), program, visible, review: null };
}

describe('the agents', () => {
  it('propose strategies, kept in the store, named by hash and beginning', async () => {
    const long = 'first '.repeat(100).trim();
    const under = await activitiesUnderTest({
      script: { 'thinker-strategies': [strategiesReply(long, 'second')] },
    });
    const reply = await under.run('proposeStrategies', { attempt, atMost: 5 });
    expect(reply.strategies.map(({ excerpt }) => excerpt.length)).toEqual([200, 6]);
    expect(await under.store.blobs.get(reply.strategies[0]?.sha256 ?? '')).toBe(long);
    expect(reply).toMatchObject({ neutral: [], calls: [{ role: 'thinker-strategies' }] });
    const [call] = await under.store.runs.calls('r');
    expect(call).toMatchObject({ node: 'root', problem: 'P/0' });
  });

  it('propose others when they are asked again, under the ordinal of the program that waits', async () => {
    const under = await activitiesUnderTest({
      script: { 'thinker-strategies': [strategiesReply('third')] },
    });
    const earlier = [await keep(under, 'first idea'), await keep(under, 'second idea')];
    const again = { earlier, ordinal: 2 };
    const reply = await under.run('proposeStrategies', { attempt, atMost: 5, again });
    expect(reply.strategies).toMatchObject([{ excerpt: 'third' }]);
    expect(under.model.calls.map(({ ordinal }) => ordinal)).toEqual([2]);
    expect(said(under)).toContain('1. first idea\n2. second idea');
  });

  it('recall similar problems and make a plan after one, with the confidence that it says', async () => {
    const under = await activitiesUnderTest({
      config: { method: 'map-coder' },
      script: { recaller: [recallReply('pairs', 'words')], planner: [planReply('sort', 70)] },
    });
    const recalled = await under.run('recallProblems', { attempt, atMost: 1 });
    expect(recalled.examples).toMatchObject([{ excerpt: 'pairs Plan: as pairs is' }]);
    const example = recalled.examples[0] ?? null;
    const { plan } = await under.run('makePlan', { attempt, example });
    expect(plan).toMatchObject({ example, plan: { excerpt: 'sort' }, confidence: 70 });
    expect(said(under)).toContain('pairs\nPlan: as pairs is');
  });

  it('go on without similar problems, and with a plan that is tried last, when no reply can be read', async () => {
    const under = await activitiesUnderTest({
      config: { method: 'map-coder' },
      script: { recaller: ['', ''], planner: ['', ''] },
    });
    const recalled = await under.run('recallProblems', { attempt, atMost: 4 });
    expect(recalled).toMatchObject({ examples: [], neutral: ['recaller'] });
    const made = await under.run('makePlan', { attempt, example: null });
    expect(made).toMatchObject({ plan: { example: null, confidence: 0 }, neutral: ['planner'] });
  });

  it('are refused when the method does not list them', async () => {
    const under = await activitiesUnderTest({ script: { recaller: [recallReply('pairs')] } });
    await expect(under.run('recallProblems', { attempt, atMost: 1 })).rejects.toThrow(
      'code-tree asks recaller, a role that it does not list',
    );
    expect(under.model.calls).toEqual([]);
  });

  it('write a program by its plan, and repair it with the plan in view', async () => {
    const under = await activitiesUnderTest({
      script: { solver: [programReply('half')], debugger: [programReply('right')] },
    });
    const planned = { style: 'planned', strategy: await keep(under, 'sort first') } as const;
    const expansion = firstExpansion(planned);
    const { program } = await under.run('generateSolution', { attempt, expansion });
    const parent = { generator: 'debugger', parentProgram: program, ordinal: 1 } as const;
    const parentFeedback = await keep(under, 'wanted 1');
    const repair = firstExpansion({ ...planned, ...parent, parentFeedback });
    await under.run('generateSolution', { attempt, expansion: repair });
    const prompts = under.model.calls.map(({ request }) =>
      request.messages.map(({ content }) => content).join('\n'),
    );
    expect(prompts.map((prompt) => prompt.includes('sort first'))).toEqual([true, true]);
    expect(prompts[1]).toContain('wanted 1');
  });

  it('write a program for the problem and its strategy', async () => {
    const under = await activitiesUnderTest({ script: { solver: [programReply('right')] } });
    const strategy = await keep(under, 'count the letters');
    const expansion = firstExpansion({ strategy });
    const { program } = await under.run('generateSolution', { attempt, expansion });
    expect(await under.store.blobs.get(program ?? '')).toBe("def f(x):\n    return 'right'");
    expect(said(under)).toContain('count the letters');
    expect(said(under)).toContain('Task P/0');
  });

  it('repair the program of the parent with its feedback and a reflection', async () => {
    const under = await activitiesUnderTest({ script: { debugger: [programReply('right')] } });
    const parentProgram = await under.store.blobs.put('def f(x):\n    return None');
    const expansion = firstExpansion({
      generator: 'debugger',
      parent: 'n0',
      parentProgram,
      parentFeedback: await keep(under, 'the first test failed'),
      reflection: await keep(under, 'mind the empty list'),
    });
    await under.run('generateSolution', { attempt, expansion });
    for (const part of ['return None', 'the first test failed', 'mind the empty list']) {
      expect(said(under)).toContain(part);
    }
  });

  it('are asked again once for a program, and there is none when none comes', async () => {
    const under = await activitiesUnderTest({ script: { solver: ['I cannot.', 'Really not.'] } });
    const expansion = firstExpansion();
    const reply = await under.run('generateSolution', { attempt, expansion });
    expect(reply.program).toBeNull();
    expect(reply.calls.map(({ repair }) => repair)).toEqual([false, true]);
  });

  it('criticise a failing program with a score and a passing one with a verdict', async () => {
    const under = await activitiesUnderTest({
      script: {
        'critic-score': [scoreReply(4)],
        'critic-verification': [verificationReply(false)],
      },
    });
    const about = await failedExpansion(under);
    const scored = await under.run('askAboutNode', { ...about, role: 'critic-score' });
    expect(scored.answer).toMatchObject({ kind: 'score', score: 4, neutral: false });
    const verified = await under.run('askAboutNode', { ...about, role: 'critic-verification' });
    expect(verified.answer).toMatchObject({ kind: 'verification', accepted: false });
    expect(said(under)).toContain('wanted 1');
  });

  it('take the fallback values when they cannot be understood', async () => {
    const nothing = ['', ''];
    const under = await activitiesUnderTest({
      script: {
        'thinker-strategies': nothing,
        'critic-score': nothing,
        'critic-verification': nothing,
        'thinker-reflections': nothing,
      },
    });
    const about = await failedExpansion(under);
    const strategies = await under.run('proposeStrategies', { attempt, atMost: 3 });
    const score = await under.run('askAboutNode', { ...about, role: 'critic-score' });
    const verdict = await under.run('askAboutNode', { ...about, role: 'critic-verification' });
    const reflections = await under.run('askAboutNode', { ...about, role: 'thinker-reflections' });
    expect(strategies).toMatchObject({ strategies: [{}], neutral: ['thinker-strategies'] });
    expect(score).toMatchObject({ answer: { score: 2 }, neutral: ['critic-score'] });
    expect(verdict.answer).toMatchObject({ accepted: false, neutral: true });
    expect(reflections).toMatchObject({ answer: [{}], neutral: ['thinker-reflections'] });
  });

  it('reflect with the words of the critic, as often as asked', async () => {
    const under = await activitiesUnderTest({
      script: { 'thinker-reflections': [reflectionsReply('one', 'two', 'three')] },
    });
    const review = await keep(under, 'an edge case is missed');
    const about = { ...(await failedExpansion(under)), review };
    const reply = await under.run('askAboutNode', { ...about, role: 'thinker-reflections' });
    expect(reply.answer).toMatchObject([{ excerpt: 'one' }, { excerpt: 'two' }]);
    expect(said(under)).toContain('an edge case is missed');
  });

  it('keep no more strategies than were asked for', async () => {
    const under = await activitiesUnderTest({
      script: { 'thinker-strategies': [strategiesReply('first', 'second', 'third')] },
    });
    const reply = await under.run('proposeStrategies', { attempt, atMost: 2 });
    expect(reply.strategies.map(({ excerpt }) => excerpt)).toEqual(['first', 'second']);
  });

  it('are shown whole texts, not their beginnings', async () => {
    const under = await activitiesUnderTest({
      config: { method: 'map-coder' },
      script: { planner: [planReply('sort', 70)] },
    });
    const example = await keep(under, `pairs ${'and '.repeat(20)}the end of the example`);
    await under.run('makePlan', { attempt, example });
    expect(said(under)).toContain('the end of the example');
  });

  it('are shown the whole feedback on a node, and what the critic says of the parent', async () => {
    const under = await activitiesUnderTest({
      script: { 'critic-score': [scoreReply(4)], debugger: [programReply('right')] },
    });
    const about = await failedExpansion(under);
    const feedback = await keep(under, `wanted ${'1 '.repeat(20)}the end of the feedback`);
    const visible = { ...about.visible, feedback };
    await under.run('askAboutNode', { ...about, visible, role: 'critic-score' });
    expect(said(under)).toContain('the end of the feedback');
    const expansion = firstExpansion({
      ...{ generator: 'debugger', parent: 'n0', parentProgram: about.program },
      parentFeedback: feedback,
      parentReview: await keep(under, 'the critic misses an edge case'),
    });
    await under.run('generateSolution', { attempt, expansion });
    expect(said(under)).toContain('the critic misses an edge case');
  });

  it('are asked about a program under its node and its ordinal, at their own temperature', async () => {
    const under = await activitiesUnderTest({
      script: { 'critic-score': [scoreReply(4)], solver: [programReply('right')] },
    });
    const expansion = firstExpansion({ node: 'n4', ordinal: 6, temperature: 0.7 });
    await under.run('generateSolution', { attempt, expansion });
    const about = { ...(await failedExpansion(under)), expansion };
    await under.run('askAboutNode', { ...about, role: 'critic-score' });
    const asked = under.model.calls.map(({ role, ordinal, request }) => [
      ...[role, ordinal, request.parameters.temperature],
    ]);
    expect(asked).toEqual([
      ['solver', 6, 0.7],
      ['critic-score', 6, 0],
    ]);
    const calls = callsOfSearches(await under.store.runs.calls('r'));
    expect(calls.map(({ node }) => node)).toEqual(['n4', 'n4']);
  });

  it('are asked before the first node at temperature 0, as the first of their role, for so many answers', async () => {
    const under = await activitiesUnderTest({
      config: { method: 'map-coder' },
      script: { recaller: [recallReply('pairs', 'words')] },
    });
    await under.run('recallProblems', { attempt, atMost: 4 });
    expect(under.model.calls).toMatchObject([
      { ordinal: 0, request: { parameters: { temperature: 0 } } },
    ]);
    expect(said(under)).toContain('Name 4 other programming problems');
    const tree = await activitiesUnderTest({
      script: { 'thinker-strategies': [strategiesReply('first')] },
    });
    await tree.run('proposeStrategies', { attempt, atMost: 3 });
    expect(said(tree)).toContain('never give more than 3');
    expect(tree.model.calls).toMatchObject([
      { ordinal: 0, request: { parameters: { temperature: 0 } } },
    ]);
  });

  it.each([
    ['as their own turn', 'own-turn', ['system', 'user', 'assistant', 'user']],
    ['as a quotation where the run asks for that', 'quoted', ['system', 'user']],
  ] as const)('see the program with its strategy, %s', async (_how, form, roles) => {
    const under = await activitiesUnderTest({
      config: { prompts: { set: 'default', program: form } } as never,
      script: { 'critic-score': [scoreReply(4)] },
    });
    const strategy = await keep(under, 'count the letters');
    const about = { ...(await failedExpansion(under)), expansion: firstExpansion({ strategy }) };
    await under.run('askAboutNode', { ...about, role: 'critic-score' });
    const messages = under.model.calls[0]?.request.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(roles);
    expect(said(under)).toContain('count the letters');
    expect(said(under)).toContain('return 1');
  });

  it('write another first program without a word of the one before', async () => {
    const under = await activitiesUnderTest({ script: { solver: [programReply('right')] } });
    const parentProgram = await under.store.blobs.put("def f(x):\n    return 'the one before'");
    const expansion = firstExpansion({ generator: 'solver', parent: 'n0', parentProgram });
    await under.run('generateSolution', { attempt, expansion });
    expect(said(under)).not.toContain('the one before');
  });

  it('read their answer back when they are asked the same again', async () => {
    const under = await activitiesUnderTest({ script: { solver: [programReply('right')] } });
    const about = { attempt, expansion: firstExpansion() };
    const first = await under.run('generateSolution', about);
    expect(await under.run('generateSolution', about)).toEqual(first);
    expect(under.model.calls).toHaveLength(1);
  });

  it('fail for good where trying again cannot help', async () => {
    const rejected = new ModelRejectedRequestError({ endpoint: 'e', model: 'm', words: 'no' });
    const under = await activitiesUnderTest({ script: { solver: [rejected] } });
    await expect(
      under.run('generateSolution', { attempt, expansion: firstExpansion() }),
    ).rejects.toMatchObject({ type: 'espalier.terminal', nonRetryable: true });
  });

  it('know no run that the store does not know', async () => {
    const under = await activitiesUnderTest();
    const other = { ...attempt, run: 'gone' };
    await expect(
      under.run('proposeStrategies', { attempt: other, atMost: 1 }),
    ).rejects.toMatchObject({ details: [{ code: 'RUN_MISSING' }] });
  });
});
