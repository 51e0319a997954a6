import { wholeOutcome } from '../whole-outcome';
import type { GradingProfile } from './profile';

/** Our own way: CPU time, each test with a freshly loaded program, no rule that takes a wrong answer for a right one. */
export const strictProfile: GradingProfile = {
  name: 'strict',
  what: 'our own verdicts: `passed`, `failed`, `raised`, `timed-out`, …',
  applied: (check) => check,
  verdict: (outcomes) => ({ tool: 'strict', passed: wholeOutcome(outcomes).kind === 'passed' }),
  untested: null,
};
