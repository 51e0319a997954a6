import type { Info } from '@temporalio/activity';

import type { JsonValue } from '../../core/values/canonical-json';

/** What an activity tells with each heartbeat, and its next try is given. */
export interface HeartbeatDetails {
  /** What the engine shows of it. */
  readonly progress: JsonValue;
  /** How long it has been tried. */
  readonly triedMs: number;
  /** How many tries were cut off without a word: their worker was killed, or they took too long. */
  readonly cutOff: number;
  /** A try is under way: one that follows it finds it cut off. */
  readonly underWay: boolean;
}

/** What was told last, by an earlier try. */
export function toldBefore({ heartbeatDetails }: Pick<Info, 'heartbeatDetails'>): HeartbeatDetails {
  const told = heartbeatDetails as Partial<HeartbeatDetails> | null | undefined;
  return { progress: null, triedMs: 0, cutOff: 0, underWay: false, ...told };
}
