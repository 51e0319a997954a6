import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** The time as the statement it stands in has it, ms since 1970: the database's, whichever process asks. */
export type DatabaseClock = () => RawBuilder<number>;

/** @param clock Stands in for the database's clock, in tests. */
export function databaseClock(clock: (() => number) | undefined): DatabaseClock {
  return () =>
    clock === undefined
      ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
      : sql<number>`cast(${clock()} as integer)`;
}
