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
  /** `fails`: the reference contradicts the test. `stopped`: a limit of the machine came first; it says nothing of either. */
  readonly trouble: ReferenceTrouble;
  /** Known reason for the failure. null: unknown. */
  readonly listed: string | null;
}

/** Results of all references of a data set. */
export interface CheckedReferences {
  readonly dataset: string;
  readonly sha256: string;
  readonly problems: number;
  /** Number of references that pass the hidden check, by the highest level at which they pass. */
  readonly passed: Readonly<Record<Assurance, number>>;
  /** References that pass at no level, in the order of the data set, with the result at the lowest level. */
  readonly failed: readonly FailedReference[];
  /** References that pass the hidden check and fail a visible test, which then contradicts the hidden tests. */
  readonly misled: readonly FailedReference[];
  /** The visible tests that references fail, by problem. Runs do not show them. Problems in `failed` have none. */
  readonly dropped: readonly DroppedTests[];
  /** Problems without a reference, whose tests are therefore unchecked. */
  readonly without: readonly string[];
}

export interface ReferenceCheckOptions {
  /** Runs one check. If it was stopped, it runs a second time. */
  readonly check: (check: Check) => Promise<CheckResult>;
  /** Number of references at the same time. */
  readonly width: number;
  readonly onDone?: (done: number, total: number) => void;
}

/**
 * Runs the reference of every problem on all its tests, as a run grades it: with its limits, from the highest level down
 * until it passes. Nothing is stored.
 * @throws UsageError (`NO_REFERENCES`) for a data set without references, and what `check` throws
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
  // The checks of one reference run one after another. The number of references sets the load.
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
    // One broken test among hundreds is a finding. The other tests are still checked.
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
