import type { RunConfig } from '../../core/schemas/run';
import type { Assurance } from '../../core/schemas/verdict';
import type { CheckTerms } from '../../core/grading/check';

export function checkTerms(
  { limits, seed, grading }: RunConfig,
  tests: 'visible' | 'hidden',
  assurance: Assurance,
): CheckTerms {
  return { limits: limits[tests], seed, assurance, grading };
}
