import type { LiveCallTotals, RunCounts } from '../../core/ports/records';
import { durationText } from './duration';

export interface ProgressFacts {
  readonly run: string;
  readonly counts: RunCounts;
  readonly totals: LiveCallTotals;
  /** Problems that had ended when this process began to watch, and for how long it has. */
  readonly endedBefore: number;
  readonly watchedMs: number;
  /** Problems being worked on; null: the engine does not say. */
  readonly inFlight: number | null;
  /** Why the run is paused. */
  readonly paused: string | null;
  /** How many problems wait for something of the outside, and one of the reasons. */
  readonly waiting: { readonly count: number; readonly why: string } | null;
}

/** How far, how well, how fast, how long still, at what cost; then, when there is something, why it stands still. */
export function progressLines(facts: ProgressFacts): readonly string[] {
  const { counts, totals, run } = facts;
  const ended = counts.completed + counts.unscored + counts.cancelled;
  const figures = [
    `${String(ended)}/${String(counts.total)}`,
    `${String(counts.solved)} solved`,
    ...(counts.unscored > 0 ? [`${String(counts.unscored)} unscored`] : []),
    ...(counts.cancelled > 0 ? [`${String(counts.cancelled)} cancelled`] : []),
    ...rate(facts, ended),
    `${String(totals.calls)} calls`,
    ...(totals.resends > 0 ? [`${String(totals.resends)} repeated`] : []),
    totals.costUsd === null ? 'cost unknown' : `$${totals.costUsd.toFixed(4)}`,
    ...(facts.inFlight === null || facts.inFlight === 0
      ? []
      : [`${String(facts.inFlight)} in flight`]),
  ];
  return [
    figures.join(' · '),
    ...(facts.paused === null
      ? []
      : [`PAUSED: ${facts.paused} (espalier run resume ${run} goes on)`]),
    ...(facts.waiting === null
      ? []
      : [`${String(facts.waiting.count)} waiting: ${facts.waiting.why}`]),
  ];
}

function rate({ counts, endedBefore, watchedMs }: ProgressFacts, ended: number): string[] {
  const done = ended - endedBefore;
  if (done <= 0 || watchedMs <= 0) return [];
  const perSecond = done / (watchedMs / 1000);
  const left = counts.total - ended;
  const speed = perSecond >= 1 ? `${perSecond.toFixed(1)}/s` : `${(perSecond * 60).toFixed(1)}/min`;
  return left === 0 ? [speed] : [speed, `ETA ${durationText((left / perSecond) * 1000)}`];
}
