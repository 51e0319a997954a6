import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import type { StoreDifference } from '../core/journal/store-difference';
import type { Queries, StoreContext } from './store-context';
import { differenceOf } from './witness';
import type { Moves, Sight } from './witness';

/** A transaction that begins or ends work or an attempt: the store has come further by it, which its witness is told. */
export async function moving<T>(
  { db, moves }: Pick<StoreContext, 'db' | 'moves'>,
  body: (locked: Queries) => Promise<T>,
): Promise<T> {
  const moved = await db.transaction().execute(async (locked) => {
    const result = await body(locked);
    return { result, count: await countMove(locked) };
  });
  if (moves !== null) {
    const { witness, store, boot } = moves;
    witness.tell({ store, moves: moved.count, boot });
  }
  return moved.result;
}

/** Where the store differs from what its witness saw, work begun before may no longer write: it may know of more. */
export async function meetWitness(
  { db }: Pick<StoreContext, 'db'>,
  { witness, boot }: Omit<Moves, 'store'>,
): Promise<{ readonly moves: Moves; readonly difference: StoreDifference | null }> {
  const met = await db.transaction().execute(async (locked) => {
    const store = await nameOf(locked);
    // Only now that nobody else writes: it would be the sight of before another's move.
    const seen = witness.seen();
    const count = await countMove(locked);
    const found: Sight = { store, moves: count - 1, boot };
    const difference = differenceOf(seen, found);
    if (difference === null) return { sight: { ...found, moves: count }, difference };
    await locked.updateTable('runs').set({ generation: null }).execute();
    const moves = await countMove(locked, Math.max(seen?.moves ?? 0, count));
    return { sight: { ...found, moves }, difference };
  });
  witness.tell(met.sight);
  return {
    moves: { witness, store: met.sight.store, boot },
    difference: met.difference,
  };
}

/** The store's own name, drawn when it is first asked for. */
async function nameOf(db: Queries): Promise<string> {
  await db
    .insertInto('properties')
    .values({ name: 'store-name', value: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('properties')
    .select('value')
    .where('name', '=', 'store-name')
    .executeTakeFirstOrThrow();
  return value;
}

/** @returns how far it has come now: one further, and beyond `beyond` when that is given */
async function countMove(db: Queries, beyond?: number): Promise<number> {
  const next =
    beyond === undefined
      ? sql<string>`cast(cast(properties.value as integer) + 1 as text)`
      : String(beyond + 1);
  const { value } = await db
    .insertInto('properties')
    .values({ name: 'moves', value: '1' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: next }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(value);
}
