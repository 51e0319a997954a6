import type { Kysely } from 'kysely';

/** What databases name differently. */
export interface ColumnTypes {
  readonly bytes: 'blob' | 'bytea';
}

/** One step forward; there is none back. Never edited once released. */
export interface Migration {
  /** From 1, without gaps. */
  readonly version: number;
  readonly name: string;
  /** Sees the schema as it was, which today's table types no longer describe. */
  readonly up: (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>;
}
