import type { RequestFate } from '../adapters/model';

/** Number of HTTP requests for a question. */
export interface SentRequests {
  /** HTTP requests that the endpoint certainly received, because it answered them in some way. */
  readonly known: number;
  /** These requests and those that the endpoint may have received: in flight when their process died, or broken off. */
  readonly atMost: number;
}

/**
 * Number of requests that a sending adds when it ends. From its claim on, it counted as one request that may have been
 * received.
 * @param answered whether an answer came, even if its client reported no request
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

/** Requests beyond the first of a question: `known` were certainly repeated, `atMost` may have been. */
export function repeatsOf({ known, atMost }: SentRequests): SentRequests {
  return { known: Math.max(0, known - 1), atMost: Math.max(0, atMost - 1) };
}
