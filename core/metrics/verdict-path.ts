import { suiteVerdict } from '../kinds/suites';
import type { AttemptRecord, AttemptResult } from '../ports/records';
import type { CodedVerdict } from '../ports/run-sums';
import { workRow } from '../kinds/kinds';
import { ofSearches } from '../kinds/of-kind';
import type { SearchOutcome } from '../kinds/search/schema';
import { bitsOf, bitsText } from '../values/bits';

/** The correct parts of an attempt with a verdict. */
export interface VerdictPath {
  readonly solved: boolean;
  /** By the base suite; of a problem with one suite, by that. */
  readonly base: boolean;
  /** Searches: whether the answer after 1, 2, ... programs passes. Other kinds: empty. */
  readonly byPrograms: readonly boolean[];
}

export interface Verdict {
  readonly problem: string;
  readonly path: VerdictPath;
}

/** null: it has none. */
export function codedVerdict({ status, problem, result }: AttemptRecord): CodedVerdict | null {
  if (status !== 'completed' || result === null) return null;
  return [problem, bitsText([result.solved, basePassed(result), ...programsPassed(result)])];
}

/** Of those among these attempts that have one. */
export function verdictsIn(attempts: readonly AttemptRecord[]): readonly Verdict[] {
  return verdictsOf(attempts.map(codedVerdict).filter((one) => one !== null));
}

/** Many words are equal, so each different word is read once. */
export function verdictsOf(coded: readonly CodedVerdict[]): readonly Verdict[] {
  const known = new Map<string, VerdictPath>();
  return coded.map(([problem, code]) => {
    let path = known.get(code);
    if (path === undefined) known.set(code, (path = verdictPath(code)));
    return { problem, path };
  });
}

function verdictPath(code: string): VerdictPath {
  const [solved = false, base = false, ...byPrograms] = bitsOf(code);
  return { solved, base, byPrograms };
}

function basePassed({ outcome, graded }: AttemptResult): boolean {
  return suiteVerdict(graded, workRow(outcome.kind).answer(outcome), 'base') === 'passed';
}

/** Whether the answer after 1, 2, ... programs passes the hidden tests; a search that ended earlier keeps its last answer. */
export function solvedBy({ outcome, graded }: AttemptResult<SearchOutcome>): readonly boolean[] {
  const passing = new Set(
    graded.filter((grade) => grade.outcome.kind === 'passed').map(({ program }) => program),
  );
  const solving = new Set(
    outcome.nodes
      .filter(({ program }) => program !== null && passing.has(program))
      .map(({ id }) => id),
  );
  return outcome.answers.map((answer) => answer !== null && solving.has(answer));
}

function programsPassed(result: AttemptResult): readonly boolean[] {
  return ofSearches([result]).flatMap(solvedBy);
}
