import type { TestOutcome } from '../../schemas/verdict';
import { wholeOutcome } from '../whole-outcome';
import { suiteCheck, suiteStatus } from './evalplus';
import type { GradingProfile } from './profile';

/** A buffer of the tool's, in bytes; a text that is cut in the middle of a character kills its process. */
const feedbackBytes = 500;

/**
 * The copy of EvalPlus in OpenCodeInterpreter's evaluation (2024): no look at types or lengths before numbers are compared,
 * an empty list brings a tolerance as well, no rules for two tasks, and `find_zero` never passes.
 */
export const evalPlusOci2024Profile: GradingProfile = {
  name: 'evalplus-oci-2024',
  what: "OpenCodeInterpreter's copy of EvalPlus: `success`, `failed`, `timed out`, with the feedback of its rounds",
  applied: (check, { caseSeconds = 1, details }) =>
    suiteCheck('evalplus-oci-2024', check, {
      caseSeconds,
      factor: 4,
      mostMs: 60_000,
      ...(details === undefined ? {} : { details }),
    }),
  verdict: (outcomes) => {
    const whole = wholeOutcome(outcomes);
    const { status } = suiteStatus(whole);
    const tool = 'evalplus-oci-2024';
    if (status === 'pass') return { tool, passed: true, status: 'success', feedback: '' };
    if (status === 'timeout') return { tool, passed: false, status: 'timed out', feedback: '' };
    return { tool, passed: false, status: 'failed', feedback: cutFeedback(feedbackOn(whole)) };
  },
  untested: null,
};

function feedbackOn({ kind, error = '', actual, case: at }: TestOutcome): string {
  if (kind === 'timed-out') return 'Execution timed out.';
  if (kind !== 'failed' || at === undefined) return error;
  return [
    "The results aren't as expected.",
    `Input: ${at.input}`,
    `Expected Output: ${at.expected}`,
    `Actual Output: ${actual ?? ''}`,
  ].join('\n');
}

/** Empty where the tool's own process would have died of it. */
function cutFeedback(text: string): string {
  const cut = text.slice(0, feedbackBytes);
  return new TextEncoder().encode(cut).length > feedbackBytes ? '' : cut;
}
