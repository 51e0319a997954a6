import { arcKey } from './coverage';
import type { CoverageFacts } from './coverage';
import type { MutantResult } from './mutation';
import { strongestFirst } from './strongest-first';

/** A small set of cases with every branch, line and detected mutant: greedy, first of equals. Names keep their order. */
export function minimalCases(
  names: readonly string[],
  { cases }: CoverageFacts,
  mutants: readonly MutantResult[],
): readonly string[] {
  const marks = new Map(names.map((name) => [name, new Set<string>()]));
  for (const one of cases) {
    const own = marks.get(one.case);
    for (const arc of one.branches) own?.add(`arc ${arcKey(arc)}`);
    for (const line of one.lines) own?.add(`line ${String(line)}`);
  }
  for (const { id, killedBy } of mutants) {
    for (const name of killedBy) marks.get(name)?.add(`mutant ${id}`);
  }
  const chosen = new Set<string>();
  const seen = new Set<string>();
  for (;;) {
    let [best, most] = ['', 0];
    for (const [name, own] of marks) {
      const adds = [...own].filter((mark) => !seen.has(mark)).length;
      if (adds > most) [best, most] = [name, adds];
    }
    if (most === 0) break;
    chosen.add(best);
    for (const mark of marks.get(best) ?? []) seen.add(mark);
  }
  return names.filter((name) => chosen.has(name));
}

/** These cases and the strongest others up to `most`: faults are not only small changes. Names keep their order. */
export function fewestAndStrongest(
  names: readonly string[],
  coverage: CoverageFacts,
  mutants: readonly MutantResult[],
  most: number,
): readonly string[] {
  const kept = new Set(minimalCases(names, coverage, mutants));
  const counted = coverage.cases.filter((one) => names.includes(one.case));
  for (const name of strongestFirst(counted)) if (kept.size < most) kept.add(name);
  return names.filter((name) => kept.has(name));
}
