import type { ShellLimits } from '../../agents/shell/shell-limits';

/** Why a trajectory ended. The patch is what the tree was then, whatever the reason. */
export const shellEnds = [
  'submitted',
  'step-limit',
  'token-limit',
  /** The conversation is too long for the model. */
  'context-length',
  /** The endpoint withheld a reply. */
  'withheld',
] as const;
export type ShellEnd = (typeof shellEnds)[number];

/** One reply of the model. Texts are in the store, under these hashes. */
export interface ShellStep {
  readonly reply: string;
  /** null: the reply does not hold exactly one command. */
  readonly command: string | null;
  /** What the model was told after it. null: the command has not run. */
  readonly told: string | null;
}

/** A trajectory so far: plain data, small enough for a history. */
export interface Trajectory {
  readonly limits: ShellLimits;
  readonly steps: readonly ShellStep[];
  readonly tokens: number;
  readonly end: ShellEnd | null;
}

export type ShellAction =
  | { readonly kind: 'ask' }
  | { readonly kind: 'run' }
  | { readonly kind: 'finish'; readonly end: ShellEnd };

/** `told` is set for a reply without exactly one command: what is wrong with it. */
export type ShellReply =
  | (ShellStep & { readonly kind: 'replied'; readonly tokens: number })
  | { readonly kind: 'none'; readonly end: ShellEnd; readonly tokens: number };

export function startTrajectory(limits: ShellLimits): Trajectory {
  return { limits, steps: [], tokens: 0, end: null };
}

/** A command that waits is run before a limit ends the trajectory. */
export function nextOfTrajectory({ limits, steps, tokens, end }: Trajectory): ShellAction {
  if (end !== null) return { kind: 'finish', end };
  const last = steps.at(-1);
  if (last !== undefined && last.told === null) return { kind: 'run' };
  if (steps.length >= limits.steps) return { kind: 'finish', end: 'step-limit' };
  if (tokens >= limits.tokens) return { kind: 'finish', end: 'token-limit' };
  return { kind: 'ask' };
}

export function afterReply(trajectory: Trajectory, reply: ShellReply): Trajectory {
  const tokens = trajectory.tokens + reply.tokens;
  if (reply.kind === 'none') return { ...trajectory, tokens, end: reply.end };
  const { reply: text, command, told } = reply;
  return { ...trajectory, tokens, steps: [...trajectory.steps, { reply: text, command, told }] };
}

export function afterCommand(
  trajectory: Trajectory,
  { told, submitted }: { readonly told: string; readonly submitted: boolean },
): Trajectory {
  const { steps } = trajectory;
  const last = steps.at(-1);
  if (last === undefined || last.told !== null) return trajectory;
  return {
    ...trajectory,
    steps: [...steps.slice(0, -1), { ...last, told }],
    end: submitted ? 'submitted' : null,
  };
}
