import { wholeOutcome } from '../whole-outcome';
import { requireScript } from './function-form';
import type { GradingProfile } from './profile';
import { toolLimits } from './tool-limits';

const usualSeconds = 10;
const likeCodeContests = { kind: 'float', absolute: 1e-5, relative: 0, anyCase: true } as const;

/** AlphaCode's execution: words without regard to capitals, two numbers as doubles less than 1e-5 apart. */
export const codeContestsProfile: GradingProfile = {
  name: 'codecontests',
  what: "CodeContests' comparison: words in any capitals, numbers less than 1e-5 apart; 10 s for a test",
  applied: (check, { caseSeconds = usualSeconds, details = false }) => {
    const script = requireScript('codecontests', check);
    const { task, tests } = script;
    return {
      ...script,
      marked: details ? 'all' : 'until-failure',
      task: { ...task, limits: toolLimits(task.limits, caseSeconds * 1000) },
      tests: tests.map(({ stdin, expected }) => ({
        stdin,
        expected: expected === null ? null : { ...expected, rule: likeCodeContests },
      })),
    };
  },
  verdict: (outcomes) => ({
    tool: 'codecontests',
    passed: wholeOutcome(outcomes).kind === 'passed',
  }),
  untested: null,
};
