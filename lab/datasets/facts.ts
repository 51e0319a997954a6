import type { DatasetProblem, Problem } from '../../core/tasks/problem';
import { asShown } from '../../core/tasks/dropped-tests';
import { kindOf } from '../../core/tasks/kinds';
import { referenceOf } from '../../core/tasks/try-reference';
import type { LoadedDataset, VisibleTestCounts } from '../../datasets';
import type { KnownDrops } from './known-drops';

/** What a data set holds. */
export interface DatasetFacts {
  readonly dataset: string;
  readonly sha256: string;
  readonly form: string;
  readonly problems: number;
  readonly kinds: Readonly<Partial<Record<Problem['kind'], number>>>;
  /** How many problems have 0, 1, 2 or more visible tests. */
  readonly visible: VisibleTestCounts['visible'];
  /** Problems with a reference solution. */
  readonly references: number;
  /** Rows that repeat an earlier row. They are left out. */
  readonly repeated: number;
  /** Problems that are graded by fewer tests than their rows have. */
  readonly leftOut: LoadedDataset['leftOut'];
  readonly firstIds: readonly string[];
  /** Visible tests that are not shown, as far as this is known without running a reference. null: nothing is known. */
  readonly drops: KnownDrops | null;
}

export function datasetFacts(loaded: LoadedDataset, drops: KnownDrops | null): DatasetFacts {
  const { name, sha256, form, rows, counts, repeated, leftOut } = loaded;
  const kinds = rows.map(({ problem }) => problem.kind);
  return {
    ...{ dataset: name, sha256, form },
    problems: rows.length,
    kinds: Object.fromEntries(
      [...new Set(kinds)].map((kind) => [kind, kinds.filter((one) => one === kind).length]),
    ),
    visible: counts.visible,
    references: rows.filter(({ hidden }) => referenceOf(hidden) !== null).length,
    repeated,
    leftOut,
    firstIds: rows.slice(0, 5).map(({ problem }) => problem.id),
    drops,
  };
}

/** One problem. Of its hidden tests it shows only how they are run. */
export interface ProblemFacts {
  readonly problem: string;
  readonly dataset: string;
  readonly kind: Problem['kind'];
  /** Name that a program must define. null: the program is run as a whole. */
  readonly entryPoint: string | null;
  readonly visibleTests: number;
  /** The tests that grade: the suites of a function, the inputs of a script. */
  readonly hiddenTests: number;
  readonly reference: boolean;
  /** The problem as every agent reads it. */
  readonly text: string;
  /** The same as for a data set, for this problem alone. */
  readonly drops: KnownDrops | null;
}

export function problemFacts(row: DatasetProblem, drops: KnownDrops | null): ProblemFacts {
  const [found = { dropped: [] }] = drops?.dropped ?? [];
  const problem = asShown(row.problem, { dropped: [...found.dropped] });
  const kind = kindOf(problem);
  return {
    ...{ problem: problem.id, dataset: problem.dataset, kind: problem.kind },
    entryPoint: kind.entryPoint(problem),
    visibleTests: problem.visibleTests.length,
    hiddenTests: hiddenCount(row),
    reference: referenceOf(row.hidden) !== null,
    text: kind.describe(problem),
    drops,
  };
}

function hiddenCount({ hidden }: DatasetProblem): number {
  if (hidden.kind === 'script') return hidden.tests.length;
  if (hidden.kind === 'harness') return hidden.parts.length;
  if (hidden.kind === 'patch') return hidden.failToPass.length + hidden.passToPass.length;
  return hidden.plus === undefined ? 1 : 2;
}
