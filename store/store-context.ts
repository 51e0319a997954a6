import type { Kysely, Transaction } from 'kysely';

import type { DatabaseClock } from './database-clock';
import type { StoreTables } from './tables';
import type { Moves } from './witness';

export interface StoreContext {
  readonly db: Kysely<StoreTables>;
  /** ms since 1970, of this process: for what is only shown. */
  readonly clock: () => number;
  /** For what several processes have to agree on. */
  readonly databaseClock: DatabaseClock;
  /** Whether who holds a lease is certainly gone. */
  readonly isDeadOwner: (owner: string) => boolean;
  /** null: opened for reading only. */
  readonly moves: Moves | null;
}

/** The database, inside a transaction or not. */
export type Queries = Kysely<StoreTables> | Transaction<StoreTables>;
