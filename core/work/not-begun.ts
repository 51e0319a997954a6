/** The reason of a run that is recorded but that the engine does not know. Such a run blocks nobody. */
export const notBegun = 'its work has not begun';

/** Whether a run is only recorded. A command that could not start it leaves it in this state. */
export function isNotBegun({
  status,
  reason,
}: {
  readonly status: string;
  readonly reason: string | null;
}): boolean {
  return status === 'paused' && reason === notBegun;
}
