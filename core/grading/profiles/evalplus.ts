import type { Check } from '../check';
import { caseTimeDetail } from './details';
import type { TestOutcome } from '../../schemas/verdict';
import type { Manner } from '../../adapters/sandbox';
import { requireFunction } from './function-form';
import { mannerOf } from './profile';
import type { GradingProfile, ProfileSettings, SuiteStatus } from './profile';
import { toolLimits } from './tool-limits';

/** Least time of a test, and so many times the reference's; at most a minute for all of a suite. */
const usual = { caseSeconds: 4, factor: 4, mostMs: 60_000 };

/** EvalPlus 0.3: base and further inputs in a process each, every call under an alarm, its rules of what is the same. */
export const evalPlusProfile: GradingProfile = {
  name: 'evalplus',
  what: "EvalPlus's status of each suite: `pass`, `fail`, `timeout`, with a mark for each test",
  applied: (check, settings) => suiteCheck('evalplus', check, { ...usual, ...defined(settings) }),
  verdict: (outcomes) => {
    const suites = outcomes.map(suiteStatus);
    return { tool: 'evalplus', passed: suites.every(({ status }) => status === 'pass'), suites };
  },
  untested: null,
};

function defined({ caseSeconds, details }: ProfileSettings): Partial<SuiteTimes> {
  return {
    ...(caseSeconds === undefined ? {} : { caseSeconds }),
    ...(details === undefined ? {} : { details }),
  };
}

interface SuiteTimes {
  readonly caseSeconds: number;
  readonly factor: number;
  readonly mostMs: number;
  readonly details?: boolean;
}

/** @throws ProfileUnfitError */
export function suiteCheck(
  tool: 'evalplus' | 'evalplus-oci-2024',
  check: Check,
  { caseSeconds, factor, mostMs, details = false }: SuiteTimes,
): Check {
  const { task } = requireFunction(tool, check, ['suite']);
  const graceMs = details ? 3_000 : 2_000;
  const times = { caseMs: caseSeconds * 1000, factor, mostMs, graceMs, all: details };
  const manner: Manner = mannerOf(tool, times);
  // The checker's box gives up first, and knows which cases were passed.
  const limits = toolLimits(task.limits, mostMs + graceMs + 2_000);
  return { kind: 'function', task: { ...task, manner, limits } };
}

/** "timeout" is what EvalPlus says of a process that gave no verdict; a call that took too long has failed. */
export function suiteStatus(outcome: TestOutcome): SuiteStatus {
  const { kind, detail, marks = '' } = outcome;
  const details = [...marks].map((mark) => mark === '1');
  if (kind === 'passed') return { status: 'pass', details };
  const decided =
    kind === 'failed' ||
    kind === 'raised' ||
    kind === 'memory-limit' ||
    kind === 'no-program' ||
    (kind === 'timed-out' && detail === caseTimeDetail);
  return {
    status: decided ? 'fail' : 'timeout',
    details: decided ? toldDetails(outcome) : details,
  };
}

/** What could not be brought out of the program's box ended the conversation, and is the case that it came from. */
function toldDetails({ kind, detail, marks = '' }: TestOutcome): readonly boolean[] {
  const details = [...marks].map((mark) => mark === '1');
  const ended = kind === 'failed' && detail === 'not-data' && details.every(Boolean);
  return ended ? [...details, false] : details;
}
