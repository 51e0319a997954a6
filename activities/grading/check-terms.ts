import type { RunConfig } from '../../core/schemas/run';
import type { CheckTerms } from '../../core/tasks/check';

/** How a run wants its programs checked on these tests. */
export function checkTerms(config: RunConfig, tests: 'visible' | 'hidden'): CheckTerms {
  return { limits: config.limits[tests], seed: config.seed, assurance: config.assurance };
}
