import type { TestOutcome } from '../schemas/verdict';
import { environmentCause } from './task-environment-error';
import type { TaskEnvironmentStatus } from './task-environment-error';

/**
 * What a check says of a task. `ok`: its gold patch resolves each time, and no change never does. `flaky`: one of them came out both
 * ways. `no-gold`: the row has no gold patch. `open`: a try has no verdict for another reason than its environment.
 */
export type TaskCheckStatus =
  'ok' | TaskEnvironmentStatus | 'flaky' | 'gold-fails' | 'no-op-passes' | 'no-gold' | 'open';

/** One try of a patch on a task. */
export interface CheckTry {
  /** null: no verdict. */
  readonly outcome: TestOutcome | null;
  readonly cause: string | null;
  /** Statuses of the tests that decide, by id. null: no log. */
  readonly tests: ReadonlyMap<string, boolean> | null;
}

export interface TaskCheck {
  readonly status: TaskCheckStatus;
  /** The rest of the status, in words. Empty: it needs none. */
  readonly why: string;
  /** Tries that resolve, and all with a verdict. */
  readonly gold: readonly [number, number];
  readonly noOp: readonly [number, number];
  /** Tests that came out both ways with the same patch. */
  readonly flaky: readonly string[];
}

export function taskCheck(gold: readonly CheckTry[], noOp: readonly CheckTry[]): TaskCheck {
  const counts = { gold: counted(gold), noOp: counted(noOp) };
  const flaky = [...new Set([...flakyTests(gold), ...flakyTests(noOp)])].sort();
  return { ...statusOf({ gold, noOp }, counts, flaky), ...counts, flaky };
}

function statusOf(
  { gold, noOp }: { readonly gold: readonly CheckTry[]; readonly noOp: readonly CheckTry[] },
  counts: Pick<TaskCheck, 'gold' | 'noOp'>,
  flaky: readonly string[],
): Pick<TaskCheck, 'status' | 'why'> {
  const open = [...gold, ...noOp].find(({ outcome }) => outcome === null);
  if (open !== undefined) {
    const cause = open.cause ?? 'not graded yet';
    return environmentCause(cause) ?? { status: 'open', why: cause };
  }
  const [[resolved, golds], [passed, noOps]] = [counts.gold, counts.noOp];
  if ((resolved > 0 && resolved < golds) || (passed > 0 && passed < noOps) || flaky.length > 0) {
    return { status: 'flaky', why: flaky.slice(0, 5).join(', ') };
  }
  if (passed > 0) return { status: 'no-op-passes', why: '' };
  if (golds === 0) return { status: 'no-gold', why: '' };
  if (resolved === golds) return { status: 'ok', why: '' };
  return { status: 'gold-fails', why: failureOf(gold) };
}

function failureOf(tries: readonly CheckTry[]): string {
  const outcome = tries.find(({ outcome: one }) => one !== null && one.kind !== 'passed')?.outcome;
  if (outcome === undefined || outcome === null) return '';
  const detail = outcome.detail === undefined ? '' : ` (${outcome.detail})`;
  return `${outcome.kind}${detail}: ${(outcome.error ?? '').split('\n')[0] ?? ''}`;
}

function counted(tries: readonly CheckTry[]): readonly [number, number] {
  const graded = tries.filter(({ outcome }) => outcome !== null);
  return [graded.filter(({ outcome }) => outcome?.kind === 'passed').length, graded.length];
}

function flakyTests(tries: readonly CheckTry[]): readonly string[] {
  const seen = new Map<string, boolean>();
  const flaky = new Set<string>();
  for (const { tests } of tries) {
    for (const [test, passed] of tests ?? []) {
      const before = seen.get(test);
      if (before !== undefined && before !== passed) flaky.add(test);
      seen.set(test, passed);
    }
  }
  return [...flaky];
}
