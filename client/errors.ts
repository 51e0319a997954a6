import { WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';

import { NotReadyError, UsageError } from '../core/errors/errors';
import type { EspalierError } from '../core/errors/errors';

/** What an engine's answer means to the person who asked. */
export function toClientError(error: unknown, what: string): EspalierError {
  if (error instanceof WorkflowNotFoundError) {
    return new UsageError(
      `${what}: the engine knows no such running workflow`,
      'See `espalier run list`, and `espalier run show RUN` for its problems',
      { code: 'NOT_RUNNING', cause: error },
    );
  }
  if (error instanceof WorkflowUpdateFailedError) {
    return new UsageError(
      `${what} was refused: ${error.cause?.message ?? error.message}`,
      'See `espalier run show RUN PROBLEM` for what it has come to',
      { code: 'STEERING_REFUSED', cause: error },
    );
  }
  return new NotReadyError(
    `${what}: ${error instanceof Error ? error.message : String(error)}`,
    'Run `espalier doctor`; the work goes on when the engine is back',
    { code: 'ENGINE_FAILED', cause: error },
  );
}
