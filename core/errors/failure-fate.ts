import type { ErrorFate } from './errors';

export interface FailureFacts {
  readonly code: string;
  readonly fate: ErrorFate;
  readonly remedy: string;
  /** Fate `waits`: length of the wait, in ms. */
  readonly waitMs?: number;
}

/** Type of the failure for each fate. The retry policies and catch clauses of workflows use it. */
export const failureTypes = {
  retryable: 'espalier.retryable',
  waits: 'espalier.waits',
  terminal: 'espalier.terminal',
  'pauses-run': 'espalier.pauses-run',
  'begins-anew': 'espalier.begins-anew',
  cancelled: 'espalier.cancelled',
} as const satisfies Record<ErrorFate, string>;
