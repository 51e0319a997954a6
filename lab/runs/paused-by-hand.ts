/** The reason of a pause that a person asked for: watching goes on, nothing needs mending. */
export const pausedByHand = 'paused by hand';

export function isPausedByHand(reason: string): boolean {
  return reason === pausedByHand;
}
