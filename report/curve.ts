import type { RepeatedDraws } from '../core/ports/attempt-figures';
import type { CurvePoint } from '../core/metrics/budget-curve';
import { intervalText, rateText } from './number-text';
import { textTable } from './text-table';

const barWidth = 30;
/** Up to here every budget has a line; beyond it every fifth, and the last. */
const everyUpTo = 10;

/** The points worth a line of text: all of a small budget, a selection of a large one. */
export function shownPoints(curve: readonly CurvePoint[]): readonly CurvePoint[] {
  return curve.filter(
    ({ budget }) => budget <= everyUpTo || budget % 5 === 0 || budget === curve.length,
  );
}

/** pass@1 by generated programs, one line a point; `*` where draws of a bank repeat. */
export function curveLines(
  curve: readonly CurvePoint[],
  repeated: RepeatedDraws | null = null,
): readonly string[] {
  if (curve.every(({ attempts }) => attempts === 0)) return [];
  const rows = shownPoints(curve).map((point) => [
    String(point.budget).padStart(8),
    rateText(point.rate) + (repeats(point, repeated) ? '*' : ''),
    intervalText(point.interval),
    bar(point.rate ?? 0),
  ]);
  const legend = rows.some((row) => row[1]?.endsWith('*') === true)
    ? ['* with draws that repeat: the bank has no further distinct programs for some problem']
    : [];
  return [...textTable([['programs', 'pass@1', '95 % interval'], ...rows]), ...legend];
}

/** The ordinal of a program is one less than the budget that first includes it. */
function repeats({ budget }: CurvePoint, repeated: RepeatedDraws | null): boolean {
  return repeated !== null && budget > repeated.from;
}

function bar(rate: number): string {
  return '#'.repeat(Math.round(rate * barWidth)).padEnd(barWidth, '.');
}
