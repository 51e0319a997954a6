import type { Round } from '../schemas/dialogue';

export interface PlannedRound extends Pick<Round, 'id' | 'ordinal' | 'parent' | 'number'> {
  /** No round follows it, whatever its result, so it needs no feedback. */
  readonly last: boolean;
  /** Chats: its code is not run, because the limit of blocks for this message is reached. */
  readonly runsCode: boolean;
  /** Tokens that the dialogue may still use when the round is planned. null: no limit. */
  readonly tokensLeft: number | null;
  /** Number of events when the round was planned. Only these events decide its request, however often it is tried. */
  readonly after: number;
}
