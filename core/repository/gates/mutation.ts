import { treesOf } from '../../python-values/comparable';
import { compareOutcomes } from '../compare/compare-outcomes';
import { policyFor } from '../../python-values/comparison-policy';
import type { CaseRecord } from '../../python-values/case-record';
import { passed } from './gate';
import type { GateOutcome } from './gate';

const defaultLeast = 0.8;
const mostToldMutants = 10;

/** A mutant that does not compile to the same program, with the cases that detect it. */
export interface MutantResult {
  readonly id: string;
  readonly line: number;
  /** In words: `< became <=`. */
  readonly words: string;
  /** Some case executes the line. */
  readonly reached: boolean;
  /** Cases whose outcome differs from the outcome of the original, including cases that were stopped by a time limit. */
  readonly killedBy: readonly string[];
}

export interface MutationScore {
  readonly killed: number;
  readonly total: number;
  /** 0 if there is nothing to detect. */
  readonly score: number;
  /** Survivors, including mutants that no case reaches. */
  readonly survivors: readonly MutantResult[];
}

/**
 * Whether a candidate with this outcome would fail the case. The policy of this single case is used; the policy of a harness
 * with more cases is equal or stricter.
 * @param actual as a job reported it
 */
export function notices(expected: CaseRecord, actual: unknown): boolean {
  return compareOutcomes([expected], [actual], policyFor(treesOf(expected))) !== null;
}

/** Number of mutants that the named cases detect together. */
export function mutationScore(
  mutants: readonly MutantResult[],
  names: readonly string[],
): MutationScore {
  const survivors = mutants.filter(
    ({ killedBy }) => !killedBy.some((name) => names.includes(name)),
  );
  const [total, killed] = [mutants.length, mutants.length - survivors.length];
  return { killed, total, score: total === 0 ? 0 : killed / total, survivors };
}

/** A function without mutants is rejected, because the worth of its harness is unknown. */
export function mutationGate(
  { score, killed, total, survivors }: MutationScore,
  least = defaultLeast,
): GateOutcome {
  if (total > 0 && score >= least) return passed;
  // Survivors that are executed come first, because coverage has already reported the others.
  const told = [...survivors].sort((one, other) => Number(other.reached) - Number(one.reached));
  const more = told.length - mostToldMutants;
  const feedback = [
    `Of ${String(total)} small changes of the function, the cases notice ${String(killed)}. These go unnoticed:`,
    ...told
      .slice(0, mostToldMutants)
      .map(
        ({ line, words, reached }) =>
          `line ${String(line)}: ${words}${reached ? '' : ' (no case gets there)'}`,
      ),
    ...(more > 0 ? [`and ${String(more)} more.`] : []),
  ].join('\n');
  return { kind: 'failed', reason: { code: 'low_mutation' }, feedback };
}
