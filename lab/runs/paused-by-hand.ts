/** The reason of a pause that a person requested. Watching continues, and nothing needs a repair. */
export const pausedByHand = 'paused by hand';

export function isPausedByHand(reason: string): boolean {
  return reason === pausedByHand;
}
