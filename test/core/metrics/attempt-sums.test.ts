import { answerGrade, isUncheckedAttempt } from '../../../core/metrics/attempt-answer';
import { attemptSums } from '../../../core/metrics/attempt-sums';
import { knownSum } from '../../../core/metrics/known-sum';
import { kindsOfWork } from '../../../core/kinds/kinds';
import type { AttemptRecord, AttemptResult } from '../../../core/ports/records';
import { attemptResult, searchNode } from '../../../laboratory/fakes/record-samples';
import { attemptOf, outcomeOfTest, resultOf } from './records';
import { sha } from '../search/search-player';

const sumsOf = (attempt: AttemptRecord) => attemptSums({ attempt, failure: null });
const of = (result: AttemptResult | null, changes: Partial<AttemptRecord> = {}) =>
  sumsOf({ ...attemptOf('p3', 4, result), sample: 2, ...changes });
const place = { position: 4, problem: 'p3', sample: 2 };
const solved = resultOf([0, 1], [1]);

describe('what one attempt adds to the sums of its run', () => {
  it('is its status, its verdict, its programs and what a person did to it', () => {
    expect(of(solved)).toMatchObject({
      statuses: { completed: 1 },
      verdicts: [['p3', expect.any(String)]],
      ...{ programs: 2, several: 1, steered: 0, reasons: {}, suites: 0, running: [] },
    });
    const steered = { ...solved, outcome: { ...solved.outcome, steered: true } };
    expect(of(steered).steered).toBe(1);
    expect(of(resultOf([0], [0])).several).toBe(0);
  });

  it('is its place while it runs, and nothing of a result', () => {
    expect(of(null)).toMatchObject({
      ...{ statuses: { running: 1 }, running: [place], verdicts: [], programs: 0, unfinished: [] },
    });
  });

  it('is why it failed', () => {
    const failure = { reason: 'refused', said: null } as never;
    expect(attemptSums({ attempt: attemptOf('p', 0, solved), failure }).reasons).toEqual({
      refused: 1,
    });
  });

  it('counts suites only of a verdict by several', () => {
    expect(of(attemptResult()).suites).toBe(1);
    expect(of(attemptResult({ graded: [] })).suites).toBe(0);
    expect(of(attemptResult({ status: 'cancelled' })).suites).toBe(0);
  });

  it('is sensitive to time if a run on shown tests was, or one on hidden tests', () => {
    const feedback = { sha256: sha('f'), excerpt: '' };
    const visible = {
      ...({ kind: 'failed', passed: 0, total: 1, timeSensitive: true } as const),
      feedback,
    };
    const shown = resultOf([0], []);
    const nodes = [searchNode(0, { visible })];
    expect(of({ ...shown, outcome: { ...shown.outcome, nodes } }).timeSensitive).toEqual([place]);
    const hidden = [{ program: sha('p'), outcome: outcomeOfTest(false, { timeSensitive: true }) }];
    expect(of({ ...shown, graded: hidden }).timeSensitive).toEqual([place]);
    expect(of(shown).timeSensitive).toEqual([]);
  });

  it('says how it is unfinished, and why', () => {
    const ended = (changes: Partial<AttemptResult>) =>
      of(attemptResult({ cause: 'no sandbox', graded: [], verdict: null, ...changes })).unfinished;
    const refused = { kind: 'refused', why: 'too low' } as never;
    const bad = { kind: 'bad-reference', why: 'it fails' } as never;
    expect(ended({ status: 'unscored' })).toEqual([
      { ...place, word: 'unscored', cause: 'no sandbox' },
    ]);
    expect(ended({ status: 'cancelled', cause: null })).toEqual([
      { ...place, word: 'cancelled', cause: null },
    ]);
    expect(ended({ status: 'unscored', level: refused })[0]?.word).toBe('refused');
    expect(ended({ status: 'unscored', level: bad })[0]?.word).toBe('unscored');
    expect(ended({ status: 'completed' })).toEqual([]);
    expect(of(null, { waiting: 'no answer' }).unfinished).toEqual([
      { ...place, word: 'waiting', cause: 'no answer' },
    ]);
    expect(
      of(attemptResult({ status: 'unscored', cause: 'a' }), { waiting: 'b' }).unfinished,
    ).toEqual([{ ...place, word: 'unscored', cause: 'a' }]);
  });

  it('is what its kind counts, and of a kind without programs none', () => {
    const outcome = {
      ...kindsOfWork.environment.noOutcome,
      counts: { definitions: 9, candidates: 5, accepted: 2, rejected: 3 },
    };
    expect(of(attemptResult({ outcome, graded: [] }))).toMatchObject({
      environments: { statuses: { building: 1 }, definitions: 9, candidates: 5, accepted: 2 },
      ...{ programs: 0, steered: 0 },
    });
  });
});

describe('the grade of an answer', () => {
  it('is that of the answer among other programs', () => {
    const result = resultOf([0, 1, 0], [1]);
    expect(answerGrade(result)).toMatchObject({
      program: sha('program 0'),
      outcome: { kind: 'failed' },
    });
    expect(answerGrade({ ...result, graded: result.graded.slice(1) })).toBeNull();
    expect(answerGrade(resultOf([0, null], [0]))).toBeNull();
  });

  it('may only say that it could not be checked, of a completed attempt with an answer', () => {
    const outcome = outcomeOfTest(false, { detail: 'not-data' });
    const level = { kind: 'found', level: 'data', by: 'nobody', hasReference: false } as const;
    const graded = [{ program: sha('program 0'), outcome }];
    const unchecked = { ...resultOf([0], []), graded, level };
    const is = (result: AttemptResult | null) => isUncheckedAttempt(attemptOf('p', 0, result));
    expect(is(unchecked)).toBe(true);
    expect(is({ ...unchecked, level: { ...level, by: 'reference' } })).toBe(false);
    expect(is(resultOf([0], []))).toBe(false);
    expect(is({ ...unchecked, status: 'cancelled' })).toBe(false);
    expect(is({ ...unchecked, graded: [] })).toBe(false);
    expect(is(null)).toBe(false);
  });
});

describe('a sum of dollars', () => {
  const sumOf = (...parts: readonly (number | null)[]) => {
    const sum = knownSum();
    for (const part of parts) sum.add(part);
    return sum.result();
  };

  it('is the same in any order, and nothing at first', () => {
    expect(sumOf()).toBe(0);
    expect(sumOf(0.1, 0.2, 0.3)).toBe(0.6);
    expect(sumOf(0.3, 0.2, 0.1)).toBe(0.6);
  });

  it('is unknown if one part is, whichever', () => {
    expect([sumOf(null), sumOf(1, null), sumOf(null, 1)]).toEqual([null, null, null]);
  });
});
