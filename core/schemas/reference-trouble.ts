/** `fails`: program and tests contradict each other. `stopped`: a limit of the machine came first, or it could not run. */
export const referenceTroubles = ['fails', 'stopped'] as const;
export type ReferenceTrouble = (typeof referenceTroubles)[number];
