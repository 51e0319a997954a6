import type { Effort, EffortPath, EffortSums } from '../ports/attempt-figures';
import type { AttemptRecord, CallRecord } from '../ports/records';
import type { SearchOutcome } from '../kinds/search/schema';
import { callsOfSearches, searchOutcome } from '../kinds/of-kind';
import type { SearchCall } from '../kinds/of-kind';
import { solvedBy } from './verdict-path';
import type { Fold } from './fold';

export const efforts = ['tokens', 'dollars', 'seconds'] as const satisfies readonly Effort[];

/** A point of the curve: the result if every attempt had ended before it took more than this. */
export interface EffortPoint {
  /** Per attempt. */
  readonly upTo: number;
  readonly solved: number;
  /** Attempts with a verdict. */
  readonly attempts: number;
  readonly rate: number;
}

/** `upTo` is where so many steps between nothing and the dearest attempt lie. */
const steps = 10;

/**
 * Calls are taken one after another, in the order of the nodes that they serve: parallel ones took less time than that. Time is
 * the endpoint's latency alone: no sandbox, no waiting. An answer that was read back counts as what it took when it was paid for.
 * @param calls the attempt's, without speculative ones
 * @returns null: it is no search, or has no verdict
 */
export function effortPath(
  { status, result }: AttemptRecord,
  calls: readonly CallRecord[],
): EffortPath | null {
  const outcome = searchOutcome(result);
  if (status !== 'completed' || result === null || outcome === null) return null;
  const own = callsOfSearches(calls);
  const sums = efforts.map((effort) => [effort, sumsOf(effort, outcome, own)] as const);
  return {
    solved: solvedBy({ ...result, outcome }),
    sums: Object.fromEntries(sums) as EffortSums,
  };
}

export type EffortCurves = Readonly<Record<Effort, readonly EffortPoint[] | null>>;

/**
 * pass@1 by what attempts took, at even steps up to the dearest one. An attempt is worth what it would have answered with the
 * programs whose calls, with all before them, came to no more.
 * null: some call's tokens, price or time is unknown, or no attempt of a search has a verdict, or none took anything.
 */
export function effortCurves(): Fold<EffortPath, EffortCurves> {
  const paths: EffortPath[] = [];
  return {
    add: (path) => {
      paths.push(path);
    },
    result: () =>
      Object.fromEntries(
        efforts.map((effort) => [effort, effortCurve(effort, paths)]),
      ) as EffortCurves,
  };
}

function effortCurve(effort: Effort, paths: readonly EffortPath[]): readonly EffortPoint[] | null {
  const known: Path[] = [];
  for (const { solved, sums } of paths) {
    if (sums[effort] === null) return null;
    known.push({ solved, sums: sums[effort] });
  }
  return pointsOf(known);
}

function pointsOf(paths: readonly Path[]): readonly EffortPoint[] | null {
  const dearest = paths.reduce((most, { sums }) => Math.max(most, sums.at(-1) ?? 0), 0);
  if (dearest === 0) return null;
  return Array.from({ length: steps }, (_, index) => {
    const upTo = ((index + 1) / steps) * dearest;
    const solved = paths.filter((path) => solvedUpTo(path, upTo)).length;
    return { upTo, solved, attempts: paths.length, rate: solved / paths.length };
  });
}

interface Path extends Pick<EffortPath, 'solved'> {
  readonly sums: readonly number[];
}

function solvedUpTo({ solved, sums }: Path, upTo: number): boolean {
  // Sums only grow. Rounding must not lose the attempt of the last step.
  const programs = sums.filter((sum) => sum <= upTo * (1 + 1e-12)).length;
  return solved[programs - 1] === true;
}

/** By program, with everything that was asked before it. */
function sumsOf(
  effort: Effort,
  outcome: SearchOutcome,
  calls: readonly SearchCall[],
): readonly number[] | null {
  const ordinals = new Map(outcome.nodes.map(({ id, ordinal }) => [id, ordinal]));
  const byProgram = outcome.answers.map(() => 0);
  for (const call of calls) {
    const taken = takenBy(effort, call);
    if (taken === null) return null;
    const place = Math.min(ordinals.get(call.node) ?? 0, byProgram.length - 1);
    if (place >= 0) byProgram[place] = (byProgram[place] ?? 0) + taken;
  }
  let sum = 0;
  return byProgram.map((taken) => (sum += taken));
}

function takenBy(effort: Effort, call: SearchCall): number | null {
  if (call.state !== 'answered') return 0;
  switch (effort) {
    case 'tokens':
      return call.promptTokens === null || call.completionTokens === null
        ? null
        : call.promptTokens + call.completionTokens;
    case 'dollars':
      return call.costUsd;
    case 'seconds':
      return call.latencyMs === null ? null : call.latencyMs / 1000;
  }
}
