import type { Info } from '@temporalio/activity';

import type { JsonValue } from '../../core/values/canonical-json';

/** Details of a heartbeat. The next try receives the last ones. */
export interface HeartbeatDetails {
  readonly progress: JsonValue;
  /** Time for which the activity has been tried, in ms. */
  readonly triedMs: number;
  /** Number of tries that were cut off: their worker was killed, or they took too long. */
  readonly cutOff: number;
  /** A try is under way. If the next try finds this, the try was cut off. */
  readonly underWay: boolean;
}

export function toldBefore({ heartbeatDetails }: Pick<Info, 'heartbeatDetails'>): HeartbeatDetails {
  const told = heartbeatDetails as Partial<HeartbeatDetails> | null | undefined;
  return { progress: null, triedMs: 0, cutOff: 0, underWay: false, ...told };
}
