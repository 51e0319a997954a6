import type { Problem } from './problem';
import type { VisibleResult } from '../schemas/search';
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
  readonly groups?: VisibleResult['groups'];
  readonly timeSensitive: boolean;
}

/**
 * A pure function of program and tests, at most 2,500 characters: the number of passed tests, those, then the failed with
 * what was expected and given. No durations, nothing of the machine, nothing unseen and, of a test that was stopped, one
 * fixed sentence. @param outcomes one per visible test, in order; without tests, the one of loading. @throws RangeError when
 * there are more or fewer outcomes.
 */
export function visibleFeedback(
  problem: Problem,
  outcomes: readonly TestOutcome[],
): VisibleFeedback {
  const total = totalOf(problem);
  if (outcomes.length !== total) {
    throw new RangeError(`${total} outcomes are due, ${outcomes.length} came`);
  }
  const groups = kindOf(problem).groups?.(problem, outcomes);
  return {
    ...(groups === undefined ? {} : { groups }),
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
