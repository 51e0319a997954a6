import { sending } from '../../laboratory/fakes/model-requests';
import { failureReason, isRefusal } from '../../core/metrics/failure-reason';
import type { FinishReason, ModelAnswer } from '../../core/schemas/model';
import { problemLines } from '../../report/failure-lines';
import { countReasons } from '../../report/find-failures';
import { loadWholeRun } from '../../report/load-run';
import { runTableLines } from '../../report/run-table';
import { attemptOf, sumsOf } from '../core/metrics/records';
import { SmallRun, configOf, identityOf } from './small-run';

/** HumanEval/0 ends without a program, after a reply that ended so; the other problems have just begun. */
async function emptyRun(
  text: string,
  finishReason: FinishReason,
  others: readonly string[] = [],
): Promise<SmallRun> {
  const run = new SmallRun();
  await run.begin(configOf({ problems: ['HumanEval/0', ...others] }));
  const identity = identityOf('empty');
  const use = {
    run: run.id,
    problem: 'HumanEval/0',
    sample: 0,
    kind: 'search' as const,
    node: 'n0',
    context: { problem: 'HumanEval/0', role: 'solver' as const },
    repair: false,
  };
  const answer: ModelAnswer = {
    text,
    finishReason,
    usage: null,
    costUsd: null,
    latencyMs: 1,
    origin: null,
  };
  await run.store.journal.claim({
    identity,
    request: {
      logicalEndpoint: 'e',
      model: 'm',
      messages: [{ role: 'user', content: 'solve' }],
      parameters: {},
      seed: 0,
      draw: { sample: 0, ordinal: 0 },
    },
    use,
    owner: 'o',
    leaseMs: 1000,
  });
  await run.store.journal.answer(identity, answer, sending(use));
  await run.finish(
    'HumanEval/0',
    run.result([], { verdict: 'no-program', solved: false, graded: [] }),
  );
  return run;
}

describe('the reasons why problems are not solved', () => {
  it.each([
    ['I am sorry, but I cannot help with this request.', 'stop', 'refused'],
    ['The answer is simple.', 'stop', 'unreadable'],
    ['', 'content-filter', 'content-filter'],
    ['', 'context-length', 'context-overflow'],
    ['def f(', 'length', 'cut-off'],
  ] as const)('of the reply %j that ended with %s: %s', async (text, finish, reason) => {
    const run = await emptyRun(text, finish);
    const { failures } = await loadWholeRun(run.store, run.id);
    expect(failures.map((one) => one.reason)).toEqual([reason]);
  });

  it('stand in the table beside a rate of 0, and what has no verdict widens its bounds', async () => {
    const run = await emptyRun('I am sorry, but I cannot help with this.', 'stop', ['HumanEval/1']);
    const unscored = { status: 'unscored', verdict: null, solved: false, graded: [] } as const;
    await run.finish('HumanEval/1', run.result([], { ...unscored, cause: 'the box broke' }));
    const lines = runTableLines(await loadWholeRun(run.store, run.id));
    expect(lines).toContainEqual(expect.stringMatching(/^not solved +refused 1, unscored 1$/u));
    expect(lines).toContainEqual(expect.stringMatching(/^bounds +\[0\.000, 0\.500\] over all 2,/u));
  });

  it('are told apart where there are programs that the rule of the run does not answer with', async () => {
    const run = new SmallRun();
    await run.play();
    const loaded = await loadWholeRun(run.store, run.id);
    const [attempt] = loaded.attempts;
    const outcome = attempt?.result?.outcome;
    if (outcome?.kind !== 'search' || attempt?.result == null) throw new Error('no search');
    const result = {
      ...attempt.result,
      ...{ solved: false, verdict: 'no-program' as const, graded: [] },
    };
    const unanswered = { ...outcome, answer: null, answers: outcome.answers.map(() => null) };
    expect(failureReason({ ...attempt, result: { ...result, outcome: unanswered } }, null)).toBe(
      'no-answer',
    );
    const empty = { ...unanswered, nodes: [] };
    expect(failureReason({ ...attempt, result: { ...result, outcome: empty } }, null)).toBe(
      'no-program',
    );
  });

  it('are counted and listed with what was seen, solved problems only when they are asked for', async () => {
    const run = new SmallRun();
    await run.play();
    const loaded = await loadWholeRun(run.store, run.id);
    const failed = problemLines(loaded, { failed: true });
    expect(failed[1]).toBe('1 of 2 attempts solved; not solved: failed 1');
    expect(failed.slice(3)).toEqual([
      'problem      became  shown tests  programs  what was seen',
      'HumanEval/1  failed  failed       1',
    ]);
    expect(problemLines(loaded, { failed: false })).toContainEqual(
      expect.stringMatching(/^HumanEval\/0 +solved/u),
    );
  });

  it('count what was never begun, which no attempt says', () => {
    const config = configOf({ problems: ['HumanEval/0', 'HumanEval/1', 'HumanEval/2'] });
    expect(countReasons(config, sumsOf([]))).toEqual({ 'not-begun': 3 });
    const begun = { ...sumsOf([attemptOf('HumanEval/1', 1, null)]), reasons: { 'not-ended': 1 } };
    expect(countReasons(config, begun)).toEqual({ 'not-ended': 1, 'not-begun': 2 });
    expect(Object.keys(countReasons(config, begun))).toEqual(['not-ended', 'not-begun']);
  });

  it('name what has no verdict, and what was never begun', async () => {
    const run = new SmallRun();
    await run.begin();
    await run.finish(
      'HumanEval/0',
      run.result([], { status: 'unscored', verdict: null, cause: 'the box broke', graded: [] }),
    );
    const { attempts, ...loaded } = await loadWholeRun(run.store, run.id);
    expect(attempts).toHaveLength(2);
    expect(loaded.failures.map(({ reason, detail }) => [reason, detail])).toEqual([
      ['unscored', 'the box broke'],
      ['not-ended', null],
    ]);
  });

  it('take for a refusal what begins as one, and nothing that speaks of one later', () => {
    expect(isRefusal("I'm sorry, I can't do that.")).toBe(true);
    expect(isRefusal('As an AI, I do not write code.')).toBe(true);
    expect(isRefusal('Here is the plan. I cannot test it.')).toBe(false);
  });
});
