import { passed } from './gate';
import type { GateOutcome } from './gate';

const defaultLeast = 0.8;
const mostToldArcs = 20;

/** A step from one line to another where several are possible. A negative line leaves the function. */
export type Arc = readonly [from: number, to: number];

/** What each case of a harness executes of the definition. */
export interface CoverageFacts {
  /** Every arc that is a branch. */
  readonly branches: readonly Arc[];
  /** Lines of the body that can be executed. */
  readonly lines: readonly number[];
  readonly cases: readonly {
    readonly case: string;
    readonly branches: readonly Arc[];
    readonly lines: readonly number[];
  }[];
}

export interface Coverage {
  /** Share of the branches, counted by arcs. null: there are none. */
  readonly branch: number | null;
  readonly line: number;
  readonly missedArcs: readonly Arc[];
  readonly missedLines: readonly number[];
}

/** What the named cases execute together. It is empty if none of them calls the function. */
export function coverageOf(
  { branches, lines, cases }: CoverageFacts,
  names: readonly string[],
): Coverage {
  const counted = cases.filter((one) => names.includes(one.case));
  const taken = new Set(counted.flatMap((one) => one.branches.map(arcKey)));
  const run = new Set(counted.flatMap((one) => one.lines));
  const missedArcs = branches.filter((arc) => !taken.has(arcKey(arc)));
  const missedLines = lines.filter((line) => !run.has(line));
  const share = (missed: readonly unknown[], all: readonly unknown[]): number =>
    (all.length - missed.length) / all.length;
  return {
    branch: branches.length === 0 ? null : share(missedArcs, branches),
    line: lines.length === 0 ? 0 : share(missedLines, lines),
    missedArcs,
    missedLines,
  };
}

/** The number in tables. If a body has no branches, it is the share of lines. */
export function coverageShare({ branch, line }: Coverage): number {
  return branch ?? line;
}

/**
 * Whether enough branches are taken. A body without branches needs every line to be executed.
 * @param source lines of the file of the definition, from `first` on
 * @param least share of the branches, 0 to 1
 */
export function coverageGate(
  coverage: Coverage,
  source: { readonly first: number; readonly lines: readonly string[] },
  least = defaultLeast,
): GateOutcome {
  const { branch, line, missedArcs, missedLines } = coverage;
  if (branch === null ? line >= 1 : branch >= least) return passed;
  const textOf = (number: number): string => (source.lines[number - source.first] ?? '').trim();
  const told =
    branch === null
      ? missedLines.map((one) => `line ${String(one)} is never executed: ${textOf(one)}`)
      : missedArcs.map(([from, to]) => {
          const way = to < 0 ? 'to leaving the function' : `to line ${String(to)}: ${textOf(to)}`;
          return `from line ${String(from)} (${textOf(from)}) never ${way}`;
        });
  const more = told.length - mostToldArcs;
  const feedback = [
    `The cases cover ${percent(branch ?? line)} of its ${branch === null ? 'lines' : 'branches'}. Not covered:`,
    ...told.slice(0, mostToldArcs),
    ...(more > 0 ? [`and ${String(more)} more.`] : []),
  ].join('\n');
  return { kind: 'failed', reason: { code: 'low_coverage' }, feedback };
}

export function arcKey([from, to]: Arc): string {
  return `${String(from)}>${String(to)}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
