import type { EnvironmentOutcome } from './schema';
import type { RepositoryCounts } from '../../repository/funnel-counts';
import type { ItemRow } from '../work-row';

/** Of a repository that was never begun. */
export const noEnvironment: EnvironmentOutcome = {
  kind: 'environment',
  status: null,
  repository: null,
  environment: null,
  counts: { definitions: 0, candidates: 0, accepted: 0, rejected: 0 },
};

export const environmentItem: ItemRow<EnvironmentOutcome> = {
  workflow: 'buildEnvironment',
  phase: 'building',
  noOutcome: noEnvironment,
};

/** Of a repository that was given up on the way. */
export function outcomeSoFar(
  environment: string | null,
  counts: RepositoryCounts | null,
): EnvironmentOutcome {
  if (counts === null) return { ...noEnvironment, environment };
  const { definitions, candidates, accepted } = counts;
  const rejected = Object.values(counts.rejected).reduce((sum, count) => sum + count, 0);
  return {
    ...noEnvironment,
    environment,
    counts: { definitions, candidates, accepted, rejected },
  };
}
