import type { CallTotals, RunCounts } from '../core/ports/records';
import { durationText } from './duration';

export interface ProgressFacts {
  readonly counts: RunCounts;
  readonly totals: CallTotals;
  /** Problems that had ended when this process began to watch, and when that was. */
  readonly endedBefore: number;
  readonly watchedMs: number;
  readonly inFlight: number | null;
  readonly paused: string | null;
  /** One of the reasons why problems wait, and how many do. */
  readonly waiting: { readonly count: number; readonly why: string } | null;
}

/** One line: how far, how well, how fast, how long still, at what cost. */
export function progressLine(facts: ProgressFacts): string {
  const { counts, totals } = facts;
  const ended = counts.completed + counts.unscored + counts.cancelled;
  const parts = [
    `${String(ended)}/${String(counts.total)}`,
    `${String(counts.solved)} solved`,
    ...(counts.unscored > 0 ? [`${String(counts.unscored)} unscored`] : []),
    ...rate(facts, ended),
    `${String(totals.calls)} calls`,
    ...(totals.resends > 0 ? [`${String(totals.resends)} repeated`] : []),
    totals.costUsd === null ? 'cost unknown' : `$${totals.costUsd.toFixed(4)}`,
    ...(facts.inFlight === null ? [] : [`${String(facts.inFlight)} in flight`]),
    ...(facts.paused === null ? [] : [`PAUSED: ${facts.paused}`]),
    ...(facts.waiting === null
      ? []
      : [`${String(facts.waiting.count)} waiting: ${facts.waiting.why}`]),
  ];
  return parts.join(' · ');
}

function rate({ counts, endedBefore, watchedMs }: ProgressFacts, ended: number): string[] {
  const done = ended - endedBefore;
  if (done <= 0 || watchedMs <= 0) return [];
  const perSecond = done / (watchedMs / 1000);
  const left = counts.total - ended;
  const speed = perSecond >= 1 ? `${perSecond.toFixed(1)}/s` : `${(perSecond * 60).toFixed(1)}/min`;
  return left === 0 ? [speed] : [speed, `ETA ${durationText((left / perSecond) * 1000)}`];
}
