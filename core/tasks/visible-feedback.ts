import type { Problem } from './problem';
import type { TestOutcome, VerdictKind } from '../schemas/verdict';
import { kindOf } from './kinds';

/** What running the visible tests said of a program; `text` is what models are shown. */
export interface VisibleFeedback {
  /** `passed` when all passed, else the kind of the first that did not. */
  readonly kind: VerdictKind;
  readonly passed: number;
  /** 1 for a problem without visible tests: loading the program. */
  readonly total: number;
  readonly text: string;
  readonly timeSensitive: boolean;
}

/**
 * Feedback on a program: how many tests passed, the passed ones, then each failed one with what was expected and what
 * the program gave or raised. At most 2,500 characters; where something is left out, head and tail stay and it says
 * so. A pure function of program and tests: no durations, nothing of the machine, nothing unseen and, of a test
 * that was stopped, one fixed sentence and nothing that the program wrote.
 * @param outcomes one per visible test, in their order; of a problem without any, the one of loading the program.
 * @throws RangeError when there are more or fewer outcomes.
 */
export function visibleFeedback(
  problem: Problem,
  outcomes: readonly TestOutcome[],
): VisibleFeedback {
  const total = totalOf(problem);
  if (outcomes.length !== total) {
    throw new RangeError(`${total} outcomes are due, ${outcomes.length} came`);
  }
  return {
    kind: outcomes.find(({ kind }) => kind !== 'passed')?.kind ?? 'passed',
    passed: outcomes.filter(({ kind }) => kind === 'passed').length,
    total,
    text: kindOf(problem).feedback(problem, outcomes),
    timeSensitive: outcomes.some(({ timeSensitive }) => timeSensitive),
  };
}

/** Feedback on a reply that held no program. */
export function noProgramFeedback(problem: Problem): VisibleFeedback {
  return {
    kind: 'no-program',
    passed: 0,
    total: totalOf(problem),
    text: 'No test was run: the reply held no Python program.',
    timeSensitive: false,
  };
}

function totalOf({ visibleTests }: Problem): number {
  return Math.max(visibleTests.length, 1);
}
