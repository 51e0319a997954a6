import { arcKey } from './coverage';
import type { CoverageFacts } from './coverage';

/**
 * The names of cases in an order in which each case executes most of what the earlier ones do not. When nothing is new, it
 * starts again with the remaining cases. A mutant ends at the first case that detects it, so this order costs least.
 */
export function strongestFirst(cases: CoverageFacts['cases']): readonly string[] {
  const left = new Map(
    cases.map((one) => [
      one.case,
      new Set([...one.branches.map(arcKey), ...one.lines.map(String)]),
    ]),
  );
  const order: string[] = [];
  let seen = new Set<string>();
  while (left.size > 0) {
    let [best, most] = ['', -1];
    for (const [name, marks] of left) {
      const adds = [...marks].filter((mark) => !seen.has(mark)).length;
      if (adds > most) [best, most] = [name, adds];
    }
    if (most === 0 && seen.size > 0) {
      seen = new Set();
      continue;
    }
    for (const mark of left.get(best) ?? []) seen.add(mark);
    left.delete(best);
    order.push(best);
  }
  return order;
}
