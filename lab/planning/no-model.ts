import type { ModelChoice } from './model-choice';

/** Of kinds of work that can do without: nobody is asked. */
export const noModel: ModelChoice = {
  config: { kind: 'none', name: 'none', logicalEndpoint: 'none' },
  bankFiles: null,
  scriptFile: null,
  missing: () => [],
};
