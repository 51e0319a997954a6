import type { Kysely, Transaction } from 'kysely';

import type { StoreTables } from './tables';

/** What every part of the store works with. */
export interface StoreContext {
  readonly db: Kysely<StoreTables>;
  /** ms since 1970. */
  readonly clock: () => number;
}

/** The database, inside a transaction or not. */
export type Queries = Kysely<StoreTables> | Transaction<StoreTables>;
