import { treesOf } from '../../python-values/comparable';
import { compareOutcomes } from '../compare/compare-outcomes';
import { policyFor } from '../../python-values/comparison-policy';
import type { CaseRecord } from '../../python-values/case-record';
import { passed } from './gate';
import type { GateOutcome } from './gate';

const defaultLeast = 0.8;
const mostToldMutants = 10;

/** One change of the function that does not compile to the same program, and which cases notice it. */
export interface MutantResult {
  readonly id: string;
  readonly line: number;
  /** In words: `< became <=`. */
  readonly words: string;
  /** Some case executes the line. */
  readonly reached: boolean;
  /** Cases whose outcome differs from the reference's, those that were stopped for their time among them. */
  readonly killedBy: readonly string[];
}

export interface MutationScore {
  readonly killed: number;
  readonly total: number;
  /** 0 where there is nothing to be noticed. */
  readonly score: number;
  /** Unreached ones among them. */
  readonly survivors: readonly MutantResult[];
}

/**
 * Whether a candidate that did the same would fail the case. By the policy for this case alone: that of a harness with more
 * cases is the same or stricter.
 * @param actual as a job told it
 */
export function notices(expected: CaseRecord, actual: unknown): boolean {
  return compareOutcomes([expected], [actual], policyFor(treesOf(expected))) !== null;
}

/** How many changes of the function the cases named notice together. */
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

/** A function in which nothing could be changed stays outside: nothing says that a harness for it is worth anything. */
export function mutationGate(
  { score, killed, total, survivors }: MutationScore,
  least = defaultLeast,
): GateOutcome {
  if (total > 0 && score >= least) return passed;
  // What is executed and not noticed says more than what coverage has said already.
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
