import { plural } from '../../core/words/plural';
import type { ProgressFacts } from '../../lab/runs/watch-run';
import { durationText } from '../../report/duration';
import { phaseText } from '../../report/phase-text';

/** How far, how well, how fast, how long still, at what cost; then, when there is something, why it stands still. */
export function progressLines(facts: ProgressFacts): readonly string[] {
  const { counts, totals, run } = facts;
  const ended = counts.completed + counts.unscored + counts.cancelled;
  const figures = [
    `${String(ended)}/${String(counts.total)}`,
    ...(facts.scored ? [`${String(counts.solved)} solved`] : []),
    ...(counts.unscored > 0 ? [`${String(counts.unscored)} unscored`] : []),
    ...(counts.cancelled > 0 ? [`${String(counts.cancelled)} cancelled`] : []),
    ...rate(facts, ended),
    ...(facts.asks ? callFigures(totals) : []),
    ...(facts.inFlight === null || facts.inFlight === 0
      ? []
      : [`${String(facts.inFlight)} in flight${phaseWords(facts.phases)}`]),
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

/** ` (2 building, 1 grading)` */
function phaseWords(phases: ProgressFacts['phases']): string {
  const words = phaseText(phases ?? {});
  return words === '' ? '' : ` (${words})`;
}

function callFigures(totals: ProgressFacts['totals']): readonly string[] {
  const { calls, costUsd } = totals;
  return [
    plural(calls, 'call'),
    ...sentAgain(totals),
    costUsd === null ? 'cost unknown' : `$${costUsd.toFixed(4)}`,
  ];
}

/** What is known, and how many it may have been when a process died with requests in flight. */
function sentAgain({ knownResends, resends }: ProgressFacts['totals']): readonly string[] {
  if (resends === 0) return [];
  const known = `${String(knownResends)} sent again`;
  return [knownResends === resends ? known : `${known}, at most ${String(resends)}`];
}

function rate({ counts, endedBefore, watchedMs, waiting }: ProgressFacts, ended: number): string[] {
  const done = ended - endedBefore;
  const left = counts.total - ended;
  // Where all that is left waits, for a person perhaps, nothing is fast or slow, and the line stays the same.
  if (done <= 0 || watchedMs <= 0 || (left > 0 && (waiting?.count ?? 0) >= left)) return [];
  const perSecond = done / (watchedMs / 1000);
  const speed = perSecond >= 1 ? `${perSecond.toFixed(1)}/s` : `${(perSecond * 60).toFixed(1)}/min`;
  return left === 0 ? [speed] : [speed, `ETA ${durationText((left / perSecond) * 1000)}`];
}
