import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

import type { EvalType, GoldTests } from '../../../core/grading/check';
import type { LogParserName } from '../../../core/names/log-parser-names';
import { logParser } from '../../../core/patches/logs/log-parsers';
import { lines } from '../../../core/patches/logs/python-text';
import { logVerdict } from '../../../core/patches/swebench-verdict';
import type { HarnessGeneration, LogVerdict } from '../../../core/patches/swebench-verdict';
import type { OfficialAnswer } from './ask-official';

/** A log, the tests that decide, and the parser that we choose. */
export interface ComparedLog {
  readonly name: string;
  readonly log: string;
  readonly gold: GoldTests;
  readonly parser: LogParserName;
  readonly evalType: EvalType;
}

/** One thing that two sides say differently. */
export interface Difference {
  readonly name: string;
  readonly of: 'statuses' | 'verdict' | 'tests' | 'recorded verdict' | 'recorded tests' | 'report';
  readonly ours: string;
  readonly theirs: string;
  /** Why it is expected. null: it is not. */
  readonly reason: string | null;
}

const marks = { start: '>>>>> Start Test Output', end: '>>>>> End Test Output' };

/** A log of a harness without marks, as one that the functions of swebench 5 can read. */
export function withMarks(log: string): string {
  return log.includes(marks.start) ? log : `${marks.start}\n${log}\n${marks.end}\n`;
}

/** What our parser and rules say differently from swebench 5 of the same text. */
export function differencesFromOfficial(
  { name, log, gold, parser, evalType }: ComparedLog,
  { statuses = {}, report }: OfficialAnswer,
): readonly Difference[] {
  const found: Difference[] = [];
  const add = (of: Difference['of'], ours: unknown, theirs: unknown): void => {
    if (isDeepStrictEqual(ours, theirs)) return;
    found.push({ name, of, ...shown(ours, theirs), reason: null });
  };
  const read = Object.fromEntries(logParser(parser)(lines(log).join('\n')));
  add('statuses', read, statuses);
  const verdict = logVerdict(log, gold, { parser, evalType, generation: '5' });
  add('verdict', verdictWord(verdict), officialWord(report));
  if (verdict.kind === 'graded') add('tests', splitsOf(verdict), report['tests_status']);
  return found;
}

/** A verdict that somebody's harness wrote down for a log. */
export interface RecordedVerdict {
  /** null: it wrote none. */
  readonly resolved: boolean | null;
  /** `tests_status` of its report. */
  readonly tests?: unknown;
  /** Why the log and the verdict do not agree, as the data says. */
  readonly note: string | null;
}

/** What our rules for the harness of that time say differently from what it wrote. */
export function differencesFromRecord(
  { name, log, gold, parser, evalType }: ComparedLog,
  { resolved, tests, note }: RecordedVerdict,
  generation: HarnessGeneration,
): readonly Difference[] {
  const verdict = logVerdict(log, gold, { parser, evalType, generation });
  const said = verdict.kind === 'graded' && verdict.resolution === 'full';
  const found: Difference[] = [];
  if (resolved !== null && resolved !== said) {
    const ours = verdictWord(verdict);
    found.push({ name, of: 'recorded verdict', ours, theirs: word(resolved), reason: note });
  }
  if (tests === undefined || verdict.kind !== 'graded') return found;
  const ours = sortedTests(splitsOf(verdict));
  const theirs = sortedTests(tests);
  if (!isDeepStrictEqual(ours, theirs)) {
    found.push({ name, of: 'recorded tests', ...shown(ours, theirs), reason: note });
  }
  return found;
}

const word = (resolved: boolean): string => (resolved ? 'resolved' : 'not resolved');

function verdictWord(verdict: LogVerdict): string {
  if (verdict.kind === 'no-result') return 'no result';
  return word(verdict.resolution === 'full');
}

function officialWord(report: OfficialAnswer['report']): string {
  if (report['patch_successfully_applied'] !== true) return 'no result';
  return word(report['resolved'] === true);
}

function splitsOf({ report }: Extract<LogVerdict, { kind: 'graded' }>): object {
  const none = { success: [], failure: [] };
  return {
    FAIL_TO_PASS: { ...report.failToPass },
    PASS_TO_PASS: { ...report.passToPass },
    ...{ FAIL_TO_FAIL: none, PASS_TO_FAIL: none },
  };
}

const Split = z.object({ success: z.array(z.string()), failure: z.array(z.string()) });
const Tests = z.object({ FAIL_TO_PASS: Split, PASS_TO_PASS: Split });

/** Of both lists, which tests passed and which failed, in no order of a harness. */
function sortedTests(tests: unknown): object {
  const { FAIL_TO_PASS: fail, PASS_TO_PASS: pass } = Tests.parse(tests);
  const sorted = ({ success, failure }: z.infer<typeof Split>): object => ({
    success: success.toSorted(),
    failure: failure.toSorted(),
  });
  return { FAIL_TO_PASS: sorted(fail), PASS_TO_PASS: sorted(pass) };
}

const mostShown = 300;

/** Both sides as text, from a little before the first place where they differ. */
export function shown(ours: unknown, theirs: unknown): Pick<Difference, 'ours' | 'theirs'> {
  const [left, right] = [JSON.stringify(ours) ?? 'none', JSON.stringify(theirs) ?? 'none'];
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  const from = Math.max(0, at - 60);
  return { ours: left.slice(from, from + mostShown), theirs: right.slice(from, from + mostShown) };
}
