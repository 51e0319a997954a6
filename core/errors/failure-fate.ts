import type { ErrorFate } from './errors';

/** What an activity's failure carries to the workflow, beside its message. */
export interface FailureFacts {
  readonly code: string;
  readonly fate: ErrorFate;
  readonly remedy: string;
  /** Of fate `waits`: how long, ms. */
  readonly waitMs?: number;
}

/** Type of the failure for a fate: what the workflow's retry policy and its catch clauses look at. */
export const failureTypes = {
  retryable: 'espalier.retryable',
  waits: 'espalier.waits',
  terminal: 'espalier.terminal',
  'pauses-run': 'espalier.pauses-run',
  'begins-anew': 'espalier.begins-anew',
  cancelled: 'espalier.cancelled',
} as const satisfies Record<ErrorFate, string>;
