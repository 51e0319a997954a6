import type { FeedbackKind } from '../schemas/dialogue';

/** The first case that a program did not pass, as feedback tells it. What is not known, or there is none of, is null. */
export interface FailedCase {
  readonly kind: FeedbackKind;
  readonly input: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly error: string | null;
}
