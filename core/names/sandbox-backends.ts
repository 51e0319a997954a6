/** Names of what can start cells, in the order in which `auto` tries them. What each does: sandbox/backends.ts. */
export const sandboxBackends = ['bubblewrap', 'docker'] as const;
export type SandboxBackend = (typeof sandboxBackends)[number];
