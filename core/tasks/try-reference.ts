import type { DatasetProblem, HiddenCheck } from './problem';
import { assuranceLevels } from '../schemas/verdict';
import type { Assurance, BoxLimits, CheckResult, TestOutcome } from '../schemas/verdict';
import type { Check } from '../grading/check';
import { checkOf } from './check-of';
import { kindOf } from './kinds';

/** What became of a reference at one level: of each kind of test the first that it does not pass; null: it passes all. */
export interface ReferenceSaid {
  readonly level: Assurance;
  readonly visible: TestOutcome | null;
  readonly hidden: TestOutcome | null;
  /** Of every visible test, in their order; where there is none, of loading it. */
  readonly visibleOutcomes: readonly TestOutcome[];
}

/** A reference that was run at one level after another, the highest first, until it passed. */
export interface TriedReference {
  /** The highest for all tests, or else for all hidden ones: an example in a statement may be wrong. null: none. */
  readonly level: Assurance | null;
  readonly said: readonly ReferenceSaid[];
}

export interface ReferenceTerms {
  readonly limits: { readonly visible: BoxLimits; readonly hidden: BoxLimits };
  readonly seed: number;
  /** At this level alone; default: at all, from the highest down. */
  readonly only?: Assurance | undefined;
}

/** The program that a problem's data set says is right; null: it has none. A function of a repository is its own, elsewhere. */
export function referenceOf(hidden: HiddenCheck): string | null {
  return hidden.kind === 'harness' ? null : (hidden.reference ?? null);
}

/**
 * Runs a reference on every test from the highest level down, or at the one level of its kind. @param run
 * answers one result for each check, in their order @throws what `run` throws: then nothing is known of the reference
 */
export async function tryReference(
  row: DatasetProblem,
  reference: string,
  {
    limits,
    seed,
    only,
    run,
  }: ReferenceTerms & { run: (checks: readonly Check[]) => Promise<readonly CheckResult[]> },
): Promise<TriedReference> {
  const { problem, hidden } = row;
  const sources = kindOf(problem).levelSources(row);
  const ofKind = typeof sources === 'string' ? [sources] : assuranceLevels;
  const levels = only === undefined ? ofKind : [only];
  const said: ReferenceSaid[] = [];
  for (const level of levels) {
    const checks = suites.map((tests) => {
      const terms = { limits: limits[tests], seed, assurance: level };
      return checkOf(problem, tests === 'visible' ? tests : hidden, reference, terms);
    });
    const [shown, judged] = await run(checks);
    const [visible, hiddenFailed] = [firstFailed(shown), firstFailed(judged)];
    const at = { level, visible, hidden: hiddenFailed, visibleOutcomes: shown?.outcomes ?? [] };
    said.push(at);
    if (at.visible === null && at.hidden === null) return { level, said };
  }
  return { level: said.find(({ hidden: judged }) => judged === null)?.level ?? null, said };
}

const suites = ['visible', 'hidden'] as const;

/** @throws RangeError where a check was not answered */
function firstFailed(result: CheckResult | undefined): TestOutcome | null {
  if (result === undefined) throw new RangeError('a check of a reference has no result');
  return result.outcomes.find(({ kind }) => kind !== 'passed') ?? null;
}
