/** How long an agent with a shell may work on one patch. */
export interface ShellLimits {
  /** Replies of the model. */
  readonly steps: number;
  /** Tokens of all its requests and replies. They are counted after each reply. */
  readonly tokens: number;
  /** Wall time of one command. */
  readonly commandSeconds: number;
}

/** Limits that a run sets. Absent: the usual ones. */
export type ToldShellLimits = { readonly [Name in keyof ShellLimits]?: number | undefined };

export const usualShellLimits: ShellLimits = {
  steps: 40,
  tokens: 1_000_000,
  commandSeconds: 60,
};
