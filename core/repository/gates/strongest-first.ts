import { arcKey } from './coverage';
import type { CoverageFacts } from './coverage';

/** Names of cases by most new coverage, restarted when nothing is new. Mutants end at first detection: this costs least. */
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
