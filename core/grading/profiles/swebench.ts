import { wholeOutcome } from '../whole-outcome';
import { ProfileUnfitError } from './unfit';
import type { GradingProfile } from './profile';

/** The rules of the SWE-bench harness (5.0): the log alone decides, whatever the other witnesses say. */
export const sweBenchProfile: GradingProfile = {
  name: 'swebench',
  what: "SWE-bench's verdicts: `resolved` by the log of the tests alone",
  applied: (check) => {
    if (check.kind !== 'patch' || check.judged === null) {
      throw new ProfileUnfitError('swebench', `a ${check.kind}`);
    }
    return { ...check, judged: { ...check.judged, rules: 'swebench' } };
  },
  verdict: (outcomes) => {
    const { kind, patch } = wholeOutcome(outcomes);
    return {
      tool: 'swebench',
      passed: kind === 'passed',
      resolution: patch?.resolution ?? 'no-result',
    };
  },
  untested: null,
};
