import type { RunConfig } from '../../../core/schemas/run';
import type { OfKind } from '../../../core/kinds/of-kind';

type Members = OfKind<RunConfig, 'evaluation'>['evaluation'];

/** What only evaluations have of a configuration. */
export function evaluationMembers(changes: Partial<Members> = {}): {
  readonly evaluation: Members;
} {
  return {
    evaluation: {
      source: 'samples.jsonl',
      pages: 'a'.repeat(64),
      sanitiser: { name: 'none', version: 1 },
      missing: [],
      datasetMd5: 'b'.repeat(32),
      ...changes,
    },
  };
}
