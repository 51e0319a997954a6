import type { Failure } from '../core/ports/attempt-figures';
import type { Counts } from '../core/ports/run-sums';
import type { AttemptRecord } from '../core/ports/records';
import { countReasons } from './find-failures';
import type { WholeRun } from './load-run';
import { countText } from '../core/words/plural';
import { terminalLine } from './terminal-safe';
import { textTable } from './text-table';
import { attemptLabel } from './unfinished';

/** Details are cut here: whole ones are in `run show RUN PROBLEM`. */
const detailWidth = 100;

/** `failed 3, refused 2`; null: every attempt is solved. */
export function reasonsText(reasons: Counts): string | null {
  const counts = Object.entries(reasons);
  return counts.length === 0
    ? null
    : counts.map(([reason, count]) => `${reason} ${countText(count)}`).join(', ');
}

/** A run's attempts with what became of each, as `run show RUN --problems` has them. */
export interface ProblemLine {
  readonly problem: string;
  readonly sample: number;
  /** `solved`, or the reason why not. */
  readonly became: string;
  readonly failure: Failure | null;
}

/** In data-set order, then by sample; with `failed` only what is not solved. */
function problemRows(
  { attempts, failures, record }: WholeRun,
  { failed }: { readonly failed: boolean },
): readonly ProblemLine[] {
  const order = new Map(record.config.problems.map((problem, at) => [problem, at]));
  const solved = failed ? [] : attempts.filter(({ result }) => result?.solved === true);
  const rows: ProblemLine[] = [
    ...solved.map(({ problem, sample }: AttemptRecord) => ({
      problem,
      sample,
      became: 'solved',
      failure: null,
    })),
    ...failures.map((failure) => ({
      problem: failure.problem,
      sample: failure.sample,
      became: failure.reason,
      failure,
    })),
  ];
  const placeOf = ({ problem }: ProblemLine): number => order.get(problem) ?? 0;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b) || a.sample - b.sample);
}

/** The same for `--json`. */
export function problemDocument(
  run: WholeRun,
  choice: { readonly failed: boolean },
): {
  readonly run: string;
  readonly reasons: Readonly<Record<string, number>>;
  readonly problems: readonly ProblemLine[];
} {
  return {
    run: run.record.id,
    reasons: countReasons(run.record.config, run.sums),
    problems: problemRows(run, choice),
  };
}

/** `run show RUN --problems [--failed]` as lines: how many of which, then one line each. */
export function problemLines(
  run: WholeRun,
  choice: { readonly failed: boolean },
): readonly string[] {
  const rows = problemRows(run, choice);
  const reasons = reasonsText(countReasons(run.record.config, run.sums));
  const head = [
    terminalLine(run.record.id),
    `${countText(run.summary.solved ?? 0)} of ${countText(run.summary.total)} attempts solved` +
      (reasons === null ? '' : `; not solved: ${reasons}`),
  ];
  if (rows.length === 0) return head;
  return [
    ...head,
    '',
    ...textTable([
      ['problem', 'became', 'shown tests', 'programs', 'what was seen'],
      ...rows.map((row) => [
        terminalLine(attemptLabel(row, run.record.config.samples)),
        row.became,
        visibleText(row.failure?.passedVisible ?? null),
        row.failure?.programs == null ? '' : countText(row.failure.programs),
        shortened(terminalLine(row.failure?.detail ?? '')),
      ]),
    ]),
  ];
}

function visibleText(passed: boolean | null): string {
  if (passed === null) return '';
  return passed ? 'passed' : 'failed';
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length <= detailWidth ? text : `${letters.slice(0, detailWidth - 3).join('')}...`;
}
