import type { FeedbackKind } from '../../schemas/dialogue';
import type { FailedCase } from '../../tasks/failed-case';
import type { ExecutedProgram } from './program-line';

/** A prompt set's words: a row for everything that can come of running a program. */
export type FeedbackWords = Readonly<
  Record<FeedbackKind, (failed: FailedCase, program: ExecutedProgram) => string>
>;
