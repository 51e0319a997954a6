/**
 * What stands for a reference that does not pass: `fails` says that program and tests contradict each other, `stopped` that a limit
 * of the machine came first, or that it could not be run at all, which says nothing of either.
 */
export const referenceTroubles = ['fails', 'stopped'] as const;
export type ReferenceTrouble = (typeof referenceTroubles)[number];
