import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';

import { EspalierError } from '../../core/errors/errors';
import { failureTypes } from '../../core/errors/failure-fate';
import type { FailureFacts } from '../../core/errors/failure-fate';

/** The engine keeps at most 4 KiB of a failure, and the remedy must be in it. */
const longestMessage = 1500;

/**
 * The only place where an error becomes a durable fate. An error that is not an EspalierError is retried: it is a bug of
 * ours or a fault of the machine, never of the model.
 */
export function toFailure(error: unknown): Error {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  if (!(error instanceof EspalierError)) {
    const isError = error instanceof Error;
    const failure = ApplicationFailure.create({
      message: bounded(isError ? `${error.name}: ${error.message}` : String(error)),
      type: failureTypes.retryable,
    });
    // The cause itself could carry a message of any length. Only the place of the error is kept.
    if (isError && error.stack !== undefined) failure.stack = bounded(error.stack);
    return failure;
  }
  if (error.fate === 'cancelled') return new CancelledFailure(bounded(error.message));
  const { code, fate, remedy, retryAfterMs } = error;
  const waitMs = fate === 'waits' ? retryAfterMs : undefined;
  const facts: FailureFacts = { code, fate, remedy, ...(waitMs === undefined ? {} : { waitMs }) };
  return ApplicationFailure.create({
    message: bounded(`${error.message}. ${error.remedy}`),
    type: failureTypes[error.fate],
    nonRetryable: error.fate !== 'retryable',
    details: [facts],
    ...(error.retryAfterMs === undefined ? {} : { nextRetryDelay: error.retryAfterMs }),
  });
}

function bounded(text: string): string {
  return text.length <= longestMessage ? text : `${text.slice(0, longestMessage)}…`;
}
