import type { EvalType, GoldTests } from '../grading/check';
import { logParser } from './logs/log-parsers';
import type { LogParserName } from '../names/log-parser-names';
import { lines } from './logs/python-text';
import { isPass } from './logs/test-status';
import type { TestStatuses } from './logs/test-status';

/**
 * Verdict rules of the SWE-bench harness. `5` is that of 2026 (swebench 5.0), `1` that of 2024 (1.x, and swebench-docker), whose
 * logs have no markers around the output of the tests.
 */
export type HarnessGeneration = '1' | '5';

export interface LogRules {
  readonly parser: LogParserName;
  readonly generation: HarnessGeneration;
  readonly evalType: EvalType;
}

export interface SplitTests {
  readonly success: readonly string[];
  readonly failure: readonly string[];
}

export interface TestsReport {
  readonly failToPass: SplitTests;
  readonly passToPass: SplitTests;
}

export type Resolution = 'full' | 'partial' | 'no';

export type LogVerdict =
  | { readonly kind: 'graded'; readonly report: TestsReport; readonly resolution: Resolution }
  /** The harness writes no result, and counts the task as not resolved. */
  | { readonly kind: 'no-result'; readonly reason: string };

const startMark = '>>>>> Start Test Output';
const endMark = '>>>>> End Test Output';
const appliedMark = '>>>>> Applied Patch (pred)';
const badMarks = [
  ['>>>>> Patch Apply Failed', 'the patch does not apply'],
  ['>>>>> Reset Failed', 'the repository could not be reset'],
  ['>>>>> Tests Errored', 'the tests could not be run'],
  ['>>>>> Tests Timed Out', 'the tests ran out of time'],
] as const;
const resetFailed = 'Failed to reset task environment';
const exitCode = />>>>> Test Exit Code:\s*(-?\d+)/;
/** A runner has run at least one test. A count of zero is no evidence: a browser that is lost at once has it too. */
const suiteRan = new RegExp(
  [
    'Executed [1-9]\\d* of \\d+',
    'TOTAL: [1-9]\\d* (?:SUCCESS|FAILED)',
    '[1-9]\\d* passing',
    'Tests:\\s+[1-9]\\d*',
    'Test Suites:\\s+(?:\\d+ \\w+, )*[1-9]\\d* total',
    '^# tests [1-9]\\d*',
    '[1-9]\\d* specs?, \\d+ failures?',
    "': ok$",
  ].join('|'),
  'm',
);

/** What the log of a test run says of a task, by the official rules. A pure function of the log's text. */
export function logVerdict(log: string, gold: GoldTests, rules: LogRules): LogVerdict {
  const text = lines(log).join('\n');
  const read = rules.generation === '1' ? readFirst(text, rules) : readFifth(text, rules);
  if (typeof read === 'string') return { kind: 'no-result', reason: read };
  const report = testsReport(read, gold, rules);
  return { kind: 'graded', report, resolution: resolutionOf(report) };
}

/** The statuses, or why there are none. */
function readFirst(text: string, { parser }: LogRules): TestStatuses | string {
  const bad = badMarks.find(([mark]) => text.includes(mark));
  if (bad !== undefined) return bad[1];
  if (text.includes(resetFailed)) return 'the repository could not be reset';
  if (!text.toLowerCase().includes('applied patch')) return 'no patch was applied';
  return logParser(parser)(text.slice(after(text, appliedMark)));
}

function readFifth(text: string, { parser }: LogRules): TestStatuses | string {
  const bad = badMarks.find(([mark]) => text.includes(mark));
  if (bad !== undefined) return bad[1];
  if (!text.includes(startMark) || !text.includes(endMark)) return 'the tests were not started';
  const between = (text.split(startMark)[1] ?? '').split(endMark)[0] ?? '';
  const parse = logParser(parser);
  const marked = parse(between);
  // Some runners write their results outside of the markers.
  const statuses = marked.size > 0 ? marked : parse(text);
  if (statuses.size === 0 && !suiteRan.test(text)) return 'the log names no test';
  const code = exitCode.exec(text)?.[1];
  const failed = [...statuses.values()].some((one) => one === 'FAILED' || one === 'ERROR');
  if (code !== undefined && Number(code) !== 0 && statuses.size > 0 && !failed) {
    return `the tests ended with exit code ${code}, and the log names no failure`;
  }
  return statuses;
}

/** Behind the last place of a mark; 0 without one. */
function after(text: string, mark: string): number {
  const at = text.lastIndexOf(mark);
  return at < 0 ? 0 : at + mark.length;
}

/** Both lists, divided by the statuses of a run. */
export function testsReport(statuses: TestStatuses, gold: GoldTests, rules: LogRules): TestsReport {
  const { failToPass, passToPass } = gold;
  if (rules.evalType === 'fail-only') {
    const judge = (test: string): boolean => statuses.get(test) !== 'FAILED';
    return { failToPass: split(failToPass, judge), passToPass: split(passToPass, judge) };
  }
  if (rules.generation === '1') {
    const judge = (test: string): boolean | null => passedInFirst(statuses.get(test));
    return { failToPass: split(failToPass, judge), passToPass: split(passToPass, judge) };
  }
  return {
    failToPass: split(failToPass, (test) => passed(found(test, statuses), false)),
    // A test that is skipped has not been broken.
    passToPass: split(passToPass, (test) => passed(found(test, statuses), true)),
  };
}

/** null: it counts neither way. */
function passed(status: string | undefined, skippedCounts: boolean): boolean | null {
  if (isPass(status)) return true;
  if (status === 'SKIPPED') return skippedCounts;
  return isFailure(status) ? false : null;
}

/** null: it counts neither way. */
function passedInFirst(status: string | undefined): boolean | null {
  if (isPass(status)) return true;
  return isFailure(status) ? false : null;
}

const isFailure = (status: string | undefined): boolean =>
  status === undefined || status === 'FAILED' || status === 'ERROR';

/**
 * The status of a test. Some published ids are cut in the middle of a parameter: of those with an open bracket, every id that begins
 * like it is meant, if all of these passed or none did.
 */
function found(test: string, statuses: TestStatuses): string | undefined {
  const exact = statuses.get(test);
  if (exact !== undefined || count(test, '[') <= count(test, ']')) return exact;
  const meant = [...statuses].filter(([id]) => id.startsWith(test)).map(([, status]) => status);
  const agree = new Set(meant.map(isPass)).size === 1;
  return agree ? meant[0] : undefined;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

function split(tests: readonly string[], judge: (test: string) => boolean | null): SplitTests {
  return {
    success: tests.filter((test) => judge(test) === true),
    failure: tests.filter((test) => judge(test) === false),
  };
}

/** Full: all tests of both lists pass. Partial: some of the first and all of the second. An empty list passes. */
export function resolutionOf({ failToPass, passToPass }: TestsReport): Resolution {
  const maintained = passToPass.failure.length === 0;
  if (failToPass.failure.length === 0) return maintained ? 'full' : 'no';
  return maintained && failToPass.success.length > 0 ? 'partial' : 'no';
}
