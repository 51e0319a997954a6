/** How our server treats batches. */
export interface BatchRules {
  /** false: it has no batch API. Default true. */
  readonly serves?: boolean;
  /** From the submission to the end, ms. Default 0. */
  readonly takesMs?: number;
  /** How a batch ends. Default `completed`. */
  readonly end?: 'completed' | 'expired' | 'failed';
  /** Share of requests with an error in place of an answer. Default 0. */
  readonly failShare?: number;
  /** Share of requests that are in no file. Default 0. */
  readonly missingShare?: number;
  /** So many first batches fail, since too many tokens wait. Default 0. */
  readonly overLimit?: number;
  /** After each of so many first submissions the connection is closed without an answer. The batch is made. Default 0. */
  readonly unheard?: number;
}
