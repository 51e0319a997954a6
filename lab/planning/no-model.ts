import type { ModelChoice } from './model-choice';

/** Configuration for kinds of work that need no model. */
export const noModel: ModelChoice = {
  config: { kind: 'none', name: 'none', logicalEndpoint: 'none' },
  bankFiles: null,
  scriptFile: null,
  missing: () => [],
};
