import { atOnce } from '../../core/values/at-once';
import { EspalierError, UsageError } from '../../core/errors/errors';
import { hiddenLimit } from '../../core/grading/hidden-limit';
import { visibleLimit } from '../../core/grading/visible-limit';
import type { DatasetProblem } from '../../core/tasks/problem';
import type { ReferenceTrouble } from '../../core/schemas/reference-trouble';
import { assuranceLevels } from '../../core/schemas/verdict';
import type { Assurance, CheckResult, TestOutcome, VerdictKind } from '../../core/schemas/verdict';
import type { Check } from '../../core/grading/check';
import { failedTests } from '../../core/tasks/dropped-tests';
import { referenceTrouble } from '../../core/tasks/reference-trouble';
import { referenceOf, tryReference } from '../../core/tasks/try-reference';
import { listedFailures } from '../../datasets';
import type { LoadedDataset } from '../../datasets';
import type { DroppedTests } from '../../report/shown-tests';

/** A test, or a kind of tests, that a reference does not pass. */
export interface FailedReference {
  readonly id: string;
  /** `broken-test`: Python cannot run the test, so there is no verdict. */
  readonly kind: VerdictKind | 'broken-test';
  readonly error: string | null;
  /** `fails`: it contradicts the test. `stopped`: a limit of the machine came first, which says nothing of either. */
  readonly trouble: ReferenceTrouble;
  /** Why it is known to fail; null: nobody knows. */
  readonly listed: string | null;
}

/** What became of all references of a data set. */
export interface CheckedReferences {
  readonly dataset: string;
  readonly sha256: string;
  readonly problems: number;
  /** How many references pass the hidden check, by the highest level at which they do. */
  readonly passed: Readonly<Record<Assurance, number>>;
  /** Those that pass it at no level, in the order of the data set: what is said of one at the lowest level. */
  readonly failed: readonly FailedReference[];
  /** Those that pass it and fail a visible test, which says something else than the hidden ones then. */
  readonly misled: readonly FailedReference[];
  /** The visible tests that references fail, by problem: runs do not show them. None of a problem whose reference is in `failed`. */
  readonly dropped: readonly DroppedTests[];
  /** Problems without a reference: nobody has tried their tests. */
  readonly without: readonly string[];
}

export interface ReferenceCheckOptions {
  /** Runs one check, for the second time where the first was stopped. */
  readonly check: (check: Check) => Promise<CheckResult>;
  /** References at a time. */
  readonly width: number;
  readonly onDone?: (done: number, total: number) => void;
}

/**
 * Runs the reference of every problem on all its tests, as a run would grade it: under its limits, from the highest level
 * down until it passes. Nothing is stored.
 * @throws UsageError (`NO_REFERENCES`) for a data set without any, and what `check` throws
 */
export async function checkReferences(
  { name, sha256, rows }: Pick<LoadedDataset, 'name' | 'sha256' | 'rows'>,
  { check, width, onDone }: ReferenceCheckOptions,
): Promise<CheckedReferences> {
  const tasks = rows.flatMap((row) => {
    const reference = referenceOf(row.hidden);
    return reference === null ? [] : [{ row, reference }];
  });
  if (tasks.length === 0) throw noReferences(name, rows);
  let done = 0;
  const tried = await atOnce(tasks, width, async ({ row, reference }) => {
    const found = await tryOne(row, reference, check);
    done += 1;
    onDone?.(done, tasks.length);
    return found;
  });
  const passed = assuranceLevels.map(
    (level) => [level, tried.filter((one) => one.level === level).length] as const,
  );
  const told = (kind: 'failed' | 'misled') =>
    tried.flatMap((one) => (one[kind] === null ? [] : [one[kind]]));
  return {
    dataset: name,
    sha256,
    problems: rows.length,
    passed: Object.fromEntries(passed) as Record<Assurance, number>,
    failed: told('failed'),
    misled: told('misled'),
    dropped: tried.flatMap(({ dropped }) => (dropped === null ? [] : [dropped])),
    without: rows
      .filter(({ hidden }) => referenceOf(hidden) === null)
      .map(({ problem }) => problem.id),
  };
}

interface CheckedReference {
  readonly level: Assurance | null;
  readonly failed: FailedReference | null;
  readonly misled: FailedReference | null;
  readonly dropped: DroppedTests | null;
}

async function tryOne(
  row: DatasetProblem,
  reference: string,
  check: ReferenceCheckOptions['check'],
): Promise<CheckedReference> {
  const limits = { visible: visibleLimit(), hidden: hiddenLimit() };
  // One after the other: what a machine does at a time is said by the number of references.
  const run = (checks: readonly Check[]) => atOnce(checks, 1, check);
  const { id } = row.problem;
  try {
    const { level, said } = await tryReference(row, reference, { limits, seed: 0, run });
    if (level === null) {
      const failed = failureOf(id, said.at(-1)?.hidden ?? null);
      return { level, failed, misled: null, dropped: null };
    }
    const at = said.find((one) => one.level === level);
    const example = at?.visible ?? null;
    const dropped = failedTests(row.problem, at?.visibleOutcomes ?? []);
    return {
      ...{ level, failed: null, misled: example === null ? null : failureOf(id, example) },
      dropped:
        dropped.length === 0 ? null : { problem: id, of: row.problem.visibleTests.length, dropped },
    };
  } catch (error) {
    // One broken test among hundreds is a finding: the others are asked all the same.
    if (!(error instanceof EspalierError) || error.code !== 'TEST_BROKEN') throw error;
    const broken = { ...failureOf(id, null), kind: 'broken-test', error: error.message } as const;
    return { level: null, failed: broken, misled: null, dropped: null };
  }
}

function failureOf(id: string, outcome: TestOutcome | null): FailedReference {
  return {
    id,
    kind: outcome?.kind ?? 'no-program',
    error: outcome?.error ?? outcome?.actual ?? null,
    trouble: outcome === null ? 'fails' : referenceTrouble(outcome),
    listed: listedFailures[id] ?? null,
  };
}

function noReferences(name: string, rows: LoadedDataset['rows']): UsageError {
  const isHarness = rows.some(({ problem }) => problem.kind === 'harness');
  return new UsageError(
    `no problem of ${name} has a reference solution`,
    isHarness
      ? 'Instances of a repository are checked by espalier env check'
      : 'Give rows with one: canonical_solution, code or solutions, by their form',
    { code: 'NO_REFERENCES' },
  );
}
