import type { TestOutcome } from '../schemas/verdict';
import type { Sample } from './sample';

export interface GradedSample {
  readonly sample: Sample;
  /** The text that was executed: sanitised, and a completion behind its prompt. */
  readonly program: string;
  readonly grade: SampleGrade;
}

/** One outcome per suite, the base first; or the reason why there is none. The reason does not count as a failure of the program. */
export type SampleGrade =
  | { readonly kind: 'graded'; readonly outcomes: readonly TestOutcome[] }
  | { readonly kind: 'unscored'; readonly cause: string };
