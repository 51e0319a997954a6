import type { GradedSample } from '../../core/evaluation/graded-sample';
import { evalPlusProfile } from '../../core/grading/profiles/evalplus';
import type { SuiteStatus } from '../../core/grading/profiles/profile';
import { suiteInputs } from '../../core/grading/suite-test';
import { passAtKs } from '../../core/metrics/pass-at-ks';
import type { FunctionHidden } from '../../core/tasks/function';
import type { TestOutcome } from '../../core/schemas/verdict';
import { knownVerdict } from './known-verdict';
import type { KnownVerdict } from './known-verdict';
import { samplesByProblem } from './samples-by-problem';
import type { ScoredSample } from './samples-by-problem';

export interface EvalResultsFacts {
  /** When it was evaluated: `2026-11-24 02:55`. */
  readonly date: string;
  /** md5 of the data set file's bytes, unpacked, as EvalPlus takes it. */
  readonly hash: string;
  /** The suites of each problem that has a sample, by id. */
  readonly hidden: ReadonlyMap<string, Pick<FunctionHidden, 'test' | 'plus'>>;
  /** Ids of the data set without a sample. */
  readonly missing: readonly string[];
}

/** As EvalPlus prints it. */
const ks = [1, 10, 100];

/**
 * The text of EvalPlus's `eval_results.json`, in pieces. Beside EvalPlus's own members `espalier` names the samples
 * that have no verdict and the problems without a sample: neither is in `eval`, and so in no rate. Of each sample `espalier` has what our own
 * records know; EvalPlus 0.3.1 reads the two statuses alone.
 *
 * The tests a program failed are the inputs, as the data set's file has them: those of Mbpp/115, 124 and 252 are not turned
 * into sets or complex numbers and back. There are some where cases were marked (profile `evalplus`); of a program that ended its
 * process there is none for the case it ended at, where EvalPlus names the one before it. Throws no errors of its own.
 */
export function* evalResultsText(
  samples: readonly GradedSample[],
  { date, hash, hidden, missing }: EvalResultsFacts,
): Generator<string> {
  const hasPlus = [...hidden.values()].some(({ plus }) => plus !== undefined);
  yield `{"date": ${JSON.stringify(date)}, "hash": ${JSON.stringify(hash)}, "eval": {`;
  const tallies: ProblemResult[] = [];
  const problems = samplesByProblem(samples);
  for (const [problem, { scored }] of problems) {
    if (scored.length === 0) continue;
    const tests = testsOf(hidden.get(problem));
    const results = scored.map((one) => resultOf(one, hasPlus));
    yield `${tallies.length === 0 ? '' : ', '}${JSON.stringify(problem)}: [`;
    for (const [index, result] of results.entries()) {
      yield `${index === 0 ? '' : ', '}${resultText(problem, result, tests)}`;
    }
    yield ']';
    tallies.push({
      of: results.length,
      base: results.filter(({ base }) => passed(base)).length,
      plus: results.filter(({ base, plus }) => passed(base) && passed(plus)).length,
    });
  }
  const rates = {
    base: ratesOf(tallies, 'base'),
    ...(hasPlus ? { plus: ratesOf(tallies, 'plus') } : {}),
  };
  const unscored = [...problems.values()].flatMap((of) => of.unscored);
  yield `}, "pass_at_k": ${JSON.stringify(rates)}`;
  yield `, "espalier": ${JSON.stringify({ unscored, missing })}}\n`;
}

interface ProblemResult {
  readonly of: number;
  readonly base: number;
  readonly plus: number;
}

interface SuiteResult extends SuiteStatus {
  /** Cases were marked, so that `details` is of them. */
  readonly marked: boolean;
}

interface SampleResult {
  readonly program: string;
  readonly known: KnownVerdict;
  readonly base: SuiteResult | null;
  /** null: the data set has base suites alone. */
  readonly plus: SuiteResult | null;
}

function passed(suite: SuiteResult | null): boolean {
  return suite?.status === 'pass';
}

/** Of a data set with further inputs a problem without any passes those, as an empty suite does there. */
function resultOf({ program, outcomes }: ScoredSample, hasPlus: boolean): SampleResult {
  const [base = null, plus = null] = outcomes.map(suiteResult);
  const none: SuiteResult | null = hasPlus ? { status: 'pass', details: [], marked: false } : null;
  return { program, known: knownVerdict(outcomes), base, plus: plus ?? none };
}

function suiteResult(outcome: TestOutcome): SuiteResult {
  const verdict = evalPlusProfile.verdict([outcome]);
  const [suite] = verdict.tool === 'evalplus' ? verdict.suites : [];
  if (suite === undefined) throw new TypeError('an outcome without a status');
  return { ...suite, marked: outcome.marks !== undefined };
}

/** Inputs of a suite, read when a program first fails there: they may be megabytes. */
interface SuiteTests {
  readonly base: () => readonly string[];
  readonly plus: () => readonly string[];
}

function testsOf(hidden: Pick<FunctionHidden, 'test' | 'plus'> | undefined): SuiteTests {
  return { base: inputsOf(hidden?.test), plus: inputsOf(hidden?.plus) };
}

function inputsOf(test: string | undefined): () => readonly string[] {
  let inputs: readonly string[] | null = null;
  return () => (inputs ??= (test === undefined ? null : suiteInputs(test)) ?? []);
}

function resultText(problem: string, result: SampleResult, tests: SuiteTests): string {
  const { program, known, base, plus } = result;
  const head = {
    task_id: problem,
    solution: program,
    base_status: base?.status ?? null,
    plus_status: plus?.status ?? null,
  };
  const failed = `"base_fail_tests": ${failedText(base, tests.base)}, "plus_fail_tests": ${failedText(plus, tests.plus)}`;
  return `${JSON.stringify(head).slice(0, -1)}, ${failed}, "espalier": ${JSON.stringify(known)}}`;
}

function failedText(suite: SuiteResult | null, inputs: () => readonly string[]): string {
  if (suite === null || !suite.marked || suite.details.every(Boolean)) return '[]';
  const all = inputs();
  const failed = suite.details.flatMap((isPassed, index) =>
    isPassed ? [] : all.slice(index, index + 1),
  );
  return `[${failed.join(', ')}]`;
}

function ratesOf(
  results: readonly ProblemResult[],
  suite: 'base' | 'plus',
): Record<string, number> {
  const tallies = results.map((result) => ({ solved: result[suite], of: result.of }));
  return Object.fromEntries(
    passAtKs(tallies, ks).map(({ k, rate }) => [`pass@${String(k)}`, rate]),
  );
}
