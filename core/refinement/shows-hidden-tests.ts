import type { FeedbackTests } from '../schemas/dialogue';

/** Whether a model is told of tests that judge it; what is said then stays out of histories. */
export function showsHiddenTests(tests: FeedbackTests): boolean {
  return tests === 'base' || tests === 'same';
}
