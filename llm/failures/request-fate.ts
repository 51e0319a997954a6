import { APIError } from 'openai';

import type { RequestFate } from '../../core/adapters/model';
import { describeConnectionFailure } from './connection-failure';

/** What is known of a request that ended with an error: whether it can have reached the endpoint. */
export function requestFate(error: unknown): RequestFate {
  if (error instanceof APIError && typeof error.status === 'number') return 'answered';
  return describeConnectionFailure(error).outcomeUnknown ? 'unknown' : 'unsent';
}
