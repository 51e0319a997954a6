import type { RequestFate } from '../adapters/model';

/** How often a question was sent. */
export interface SentRequests {
  /** HTTP requests that its endpoint has received for certain: it answered them, in whatever way. */
  readonly known: number;
  /** Those, and those that it may have received: in flight when their process died, or broken off. */
  readonly atMost: number;
}

/**
 * What a sending adds once it has ended. From its claim on it counted as one request that may have been received.
 * @param answered an answer came, whether or not its client has told of a request
 */
export function settleSending(
  before: SentRequests,
  { requests, answered }: { readonly requests: readonly RequestFate[]; readonly answered: boolean },
): SentRequests {
  const count = (fate: RequestFate): number => requests.filter((each) => each === fate).length;
  const known = Math.max(count('answered'), answered ? 1 : 0);
  return {
    known: before.known + known,
    atMost: Math.max(0, before.atMost - 1) + known + count('unknown'),
  };
}

/** Requests for a question beyond the first: `known` were sent again, `atMost` may have been. */
export function repeatsOf({ known, atMost }: SentRequests): SentRequests {
  return { known: Math.max(0, known - 1), atMost: Math.max(0, atMost - 1) };
}
