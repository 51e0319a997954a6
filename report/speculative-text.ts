import { searchOutcome } from '../core/work/of-kind';
import { sumText } from './call-sum';
import type { LoadedRun } from './load-run';
import { plural } from './number-text';

/** Programs of a run that were made ahead of a turn that never came. */
export function speculativePrograms({ attempts }: Pick<LoadedRun, 'attempts'>): number {
  return attempts.reduce(
    (sum, { result }) => sum + (searchOutcome(result)?.speculative?.length ?? 0),
    0,
  );
}

/** What was paid for programs beyond those that count; null: nothing. */
export function speculativeText(run: Pick<LoadedRun, 'attempts' | 'calls'>): string | null {
  const { speculative } = run.calls;
  if (speculative.calls === 0) return null;
  const programs = plural(speculativePrograms(run), 'program');
  return `${programs} made ahead in vain: ${sumText(speculative)} (in calls, tokens and cost; not in the budget)`;
}
