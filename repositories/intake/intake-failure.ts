/** A repository that cannot be taken in: data for its row, with the closed status of the funnel. */
export class IntakeFailure extends Error {
  constructor(
    readonly status: 'clone_failed' | 'sdist_failed' | 'too_large',
    reason: string,
    /** Whether the same again may go well: a server that was not reached. */
    readonly retryable = false,
    options: { cause?: unknown } = {},
  ) {
    super(reason, options);
  }
}
