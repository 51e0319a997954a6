import { loadingDetail } from './details';
import type { TestOutcome } from '../../schemas/verdict';
import { wholeOutcome } from '../whole-outcome';
import { callCount, requireFunction, requireScript } from './function-form';
import { mannerOf } from './profile';
import type { GradingProfile, ToolCode } from './profile';
import { toolLimits, wholeMs } from './tool-limits';

const usualSeconds = 6;
/** What the tool adds to the time of every test before it ends them all. */
const eachMs = 1_000;

/**
 * LiveCodeBench's code generation: the first test that is not passed is the last. A script is run as the tool runs one,
 * inside a function and with streams of the tool's, where usual ways to read and write do not work.
 */
export const lcbProfile: GradingProfile = {
  name: 'lcb',
  what: "LiveCodeBench's codes: true, false, -2 wrong output, -3 time, -4 error; what its wrapper breaks fails",
  applied: (check, { caseSeconds = usualSeconds, details = false }) => {
    const caseMs = caseSeconds * 1000;
    const times = { caseMs, all: details, graceMs: 5_000 };
    if (check.kind !== 'script') {
      const called = requireFunction('lcb', check, ['calls']);
      const { task } = called;
      const mostMs = wholeMs(callCount(called), caseMs + eachMs);
      const manner = mannerOf('lcb', { ...times, mostMs });
      const limits = toolLimits(task.limits, mostMs + times.graceMs + 2_000);
      return { kind: 'function', task: { ...task, manner, limits } };
    }
    const { task, tests } = requireScript('lcb', check);
    const manner = mannerOf('lcb', times);
    return {
      ...check,
      marked: details ? 'all' : 'until-failure',
      task: { ...task, manner, limits: toolLimits(task.limits, caseMs) },
      tests: tests.map(({ stdin, expected }) => ({
        stdin,
        expected: expected === null ? null : { ...expected, rule: { kind: 'decimal' } as const },
      })),
    };
  },
  verdict: (outcomes) => {
    const whole = wholeOutcome(outcomes);
    const codes = lcbCodes(whole);
    return { tool: 'lcb', passed: whole.kind === 'passed', codes };
  },
  callsMethods: true,
  untested: { tool: 'lcb', passed: true, codes: [] },
};

/** A process that left, or was ended, has no result. */
function lcbCodes({ kind, detail, marks = '' }: TestOutcome): readonly ToolCode[] | null {
  if (kind === 'raised' && detail === loadingDetail) return [-4];
  const last = marks.at(-1);
  const judged = kind === 'passed' || (last !== undefined && !'1x'.includes(last));
  if (!judged) return kind === 'timed-out' ? [-1] : null;
  return [...marks].map(codeOf);
}

function codeOf(mark: string): ToolCode {
  switch (mark) {
    case '1':
      return true;
    case 't':
      return -3;
    case 'r':
    case 'c':
      return -4;
    case 'w':
      return -2;
    default:
      return false;
  }
}
