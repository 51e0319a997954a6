import type { Problem } from '../schemas/problem';
import type { FeedbackKind } from '../schemas/dialogue';
import type { TestOutcome, VerdictKind } from '../schemas/verdict';
import type { FailedCase } from './failed-case';

const kinds: Readonly<Record<VerdictKind, FeedbackKind>> = {
  passed: 'passed',
  failed: 'wrong-output',
  raised: 'exception',
  'no-program': 'no-program',
  'exited-early': 'crash',
  'timed-out': 'timeout',
  'memory-limit': 'memory',
  'output-limit': 'output',
  'killed-by-signal': 'crash',
};

/** What feedback tells of an outcome; null: it passed. */
export function failedCaseOf(
  problem: Problem,
  {
    outcome,
    test,
  }: { readonly outcome: TestOutcome; readonly test: number | null; readonly program: string },
): FailedCase | null {
  if (outcome.kind === 'passed') return null;
  const shown = test === null ? undefined : problem.visibleTests[test];
  return {
    kind: kinds[outcome.kind],
    input: outcome.case?.input ?? (typeof shown === 'string' ? shown : null),
    expected: outcome.case?.expected ?? null,
    actual: outcome.actual ?? null,
    error: outcome.error ?? null,
  };
}
