import { assertNever } from '../../values/assert-never';
import { caseText } from '../../repository/case-text';
import { compareOutcomes } from '../../repository/compare/compare-outcomes';
import type { Difference } from '../../repository/compare/difference';
import { errorWords } from '../../repository/compare/compare-errors';
import { caseRecordOf } from '../../python-values/case-record';
import type { CaseRecord } from '../../python-values/case-record';
import type { HarnessRun } from '../../adapters/sandbox';
import type { TestOutcome, VerdictKind } from '../../schemas/verdict';
import type { HarnessCheck } from '../../grading/check';
import { expectedWords } from './expected-words';

type Words = Pick<TestOutcome, 'kind' | 'actual' | 'error' | 'case'>;

/** Compares outside the candidate's box: a verdict per part, or the first that is not a pass. No cases: whether it loads. */
export function judgeHarness(
  { task, expected, policy, texts, outcomes }: HarnessCheck,
  run: HarnessRun,
): readonly TestOutcome[] {
  const { cpuMs, timeSensitive } = run;
  const common = { assurance: 'data', cpuMs, timeSensitive } as const;
  const words = task.parts.map((_part, at): Words => {
    if (run.end.kind !== 'ran') return run.end;
    const records = run.parts[at] ?? [];
    const difference = compareOutcomes(expected[at] ?? [], records, policy);
    if (difference === null) return { kind: 'passed' };
    const cases = { expected: expected[at] ?? [], records };
    return failure(difference, cases, texts[at] ?? '');
  });
  if (words.length === 0) words.push(run.end.kind === 'ran' ? { kind: 'passed' } : run.end);
  const told = words.map((one) => ({ ...common, ...one, ...leftOutOf(one, run.leftOut) }));
  return outcomes === 'per-part' ? told : told.filter(isTelling).slice(0, 1);
}

/** A program that is right by itself may fail for what was left out: whoever wrote it has to be told. */
function leftOutOf({ kind, error }: Words, leftOut: string | undefined): Pick<Words, 'error'> {
  if (leftOut === undefined || (kind !== 'failed' && kind !== 'raised')) return {};
  return { error: error === undefined ? leftOut : `${error}\n${leftOut}` };
}

function isTelling({ kind }: TestOutcome, _at: number, all: readonly TestOutcome[]): boolean {
  return kind !== 'passed' || all.every((one) => one.kind === 'passed');
}

function failure(
  difference: Difference,
  { expected, records }: { expected: readonly CaseRecord[]; records: readonly unknown[] },
  text: string,
): Words {
  const ours = expected.filter((record) => record.case === difference.case);
  const own = records.map(caseRecordOf).find((record) => record?.case === difference.case);
  const kind = own === undefined || own === null ? 'failed' : verdictOf(own, ours[0]);
  const told = {
    input: (difference.case === null ? null : caseText(text, difference.case)) ?? text,
    expected: expectedWords(ours) ?? '',
  };
  if (kind === 'raised') {
    const error = own?.end.error === undefined ? '' : errorWords(own.end.error);
    return { kind, error: error || 'The program raised an exception.', case: told };
  }
  if (kind !== 'failed') return { kind };
  const place = difference.place === '' ? '' : ` (${difference.place})`;
  return difference.actual === null
    ? { kind, error: 'There is no outcome of it.', case: told }
    : { kind, actual: `${difference.actual}${place}`, case: told };
}

function verdictOf(own: CaseRecord, expected: CaseRecord | undefined): VerdictKind {
  const { kind } = own.end;
  switch (kind) {
    case 'finished':
    case 'skipped':
      return 'failed';
    case 'raised':
      if (expected?.end.kind === 'raised') return 'failed';
      return own.end.error?.type === 'builtins:MemoryError' ? 'memory-limit' : 'raised';
    case 'timed-out':
      return 'timed-out';
    case 'exited':
      return 'exited-early';
    case 'killed':
      return own.end.why === 'record' ? 'output-limit' : 'killed-by-signal';
    default:
      return assertNever(kind);
  }
}
