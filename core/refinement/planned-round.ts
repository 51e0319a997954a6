import type { Round } from '../schemas/dialogue';

/** A round that is to be made. */
export interface PlannedRound extends Pick<Round, 'id' | 'ordinal' | 'parent' | 'number'> {
  /** Nothing comes after it, whatever comes of it: nobody need say what is wrong. */
  readonly last: boolean;
  /** Of a chat: its code is not run any more, so many blocks were run for this message. */
  readonly runsCode: boolean;
  /** Tokens that the dialogue may still use when it is planned; null: as many as it likes. */
  readonly tokensLeft: number | null;
  /** How many events there were when it was planned: they alone decide what it asks, however often it is tried. */
  readonly after: number;
}
