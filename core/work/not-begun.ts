/** The reason that a run waits for which is recorded, and which the engine has not been told of: it holds nobody up. */
export const notBegun = 'its work has not begun';

/** Whether a run is recorded and nothing more, as a command leaves it that could not begin it. */
export function isNotBegun({
  status,
  reason,
}: {
  readonly status: string;
  readonly reason: string | null;
}): boolean {
  return status === 'paused' && reason === notBegun;
}
