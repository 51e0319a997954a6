import { loadingDetail } from './details';
import type { TestOutcome } from '../../schemas/verdict';
import { wholeOutcome } from '../whole-outcome';
import { callCount, requireFunction, requireScript } from './function-form';
import { mannerOf } from './profile';
import type { GradingProfile, ToolCode } from './profile';
import { toolLimits, wholeMs } from './tool-limits';

const usualSeconds = 4;

/**
 * APPS' `check_correctness`: every test is tried; the last rules compare lines as sets of words. The tool's own wrapper of
 * scripts is not done again.
 */
export const appsProfile: GradingProfile = {
  name: 'apps',
  what: "APPS' codes: true, false, -1 error or time, -2 no Python; outputs also compared as sets of words",
  applied: (check, { caseSeconds = usualSeconds, details = true }) => {
    const caseMs = caseSeconds * 1000;
    if (check.kind !== 'script') {
      const called = requireFunction('apps', check, ['calls']);
      const { task } = called;
      const mostMs = wholeMs(callCount(called), caseMs);
      const manner = mannerOf('apps', { caseMs, mostMs, graceMs: 1_000, all: details });
      const limits = toolLimits(task.limits, mostMs + 3_000);
      return { kind: 'function', task: { ...task, manner, limits } };
    }
    const { task, tests } = requireScript('apps', check);
    return {
      ...check,
      marked: details ? 'all' : 'until-failure',
      task: { ...task, limits: toolLimits(task.limits, caseMs) },
      tests: tests.map(({ stdin, expected }) => ({
        stdin,
        expected: expected === null ? null : { ...expected, rule: { kind: 'apps' } as const },
      })),
    };
  },
  verdict: (outcomes) => {
    const whole = wholeOutcome(outcomes);
    return { tool: 'apps', passed: whole.kind === 'passed', codes: appsCodes(whole) };
  },
  callsMethods: true,
  untested: null,
};

function appsCodes({ kind, detail, marks = '' }: TestOutcome): readonly ToolCode[] {
  if (kind === 'raised' && detail === loadingDetail) return [-2];
  if (marks === '' && kind !== 'passed') return [-1];
  return [...marks].map((mark) => {
    if (mark === '1') return true;
    if (mark === 'c') return -2;
    return 'rtx'.includes(mark) ? -1 : false;
  });
}
