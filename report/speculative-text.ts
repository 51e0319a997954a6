import { sumText } from './call-sum';
import type { LoadedRun } from './load-run';
import { plural } from '../core/words/plural';

/** What was paid for programs beyond those that count; null: nothing. */
export function speculativeText(run: Pick<LoadedRun, 'sums' | 'calls'>): string | null {
  const { speculative } = run.calls;
  if (speculative.calls === 0) return null;
  const programs = plural(run.sums.speculative, 'program');
  return `${programs} made ahead in vain: ${sumText(speculative)} (in calls, tokens and cost; not in the budget)`;
}
