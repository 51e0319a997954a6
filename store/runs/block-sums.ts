import { sql } from 'kysely';

import { digestFormat } from '../../core/metrics/attempt-digest';
import { folded } from '../../core/metrics/fold';
import { digestSums, noSums, runSums, sumsFormat } from '../../core/metrics/run-sums';
import type { AttemptRecord, RunStore } from '../../core/ports/records';
import type { RunSums } from '../../core/ports/run-sums';
import { positionsInBlock } from '../migrations/block-sums';
import type { Queries, StoreContext } from '../store-context';
import type { BlockSumsRow } from '../tables';
import { digestsAt, digestsWithoutRow, keptDigests, unrecordedDigest } from './attempt-digests';
import type { Positions } from './run-pages';

/** So many blocks are read in one moment. */
const blocksTogether = 32;
const positionsTogether = blocksTogether * positionsInBlock;

const format = `${String(digestFormat)}.${String(sumsFormat)}`;

export function createBlockSums(context: StoreContext): Pick<RunStore, 'sums'> {
  return { sums: (run) => readSums(context, run) };
}

interface Block {
  readonly run: string;
  readonly block: number;
}

export function blockOf({ run, position }: Pick<AttemptRecord, 'run' | 'position'>): Block {
  return { run, block: numberOf(position) };
}

function numberOf(position: number): number {
  return Math.floor(position / positionsInBlock);
}

function positionsOf(block: number): Positions {
  const from = block * positionsInBlock;
  return { from, to: from + positionsInBlock - 1 };
}

interface KeptSums {
  /** Whose digests are in it. */
  readonly attempts: number;
  readonly sums: RunSums;
}

/** null: there are none, or none that this code wrote and can read. */
export async function keptSums(db: Queries, { run, block }: Block): Promise<KeptSums | null> {
  const row = await selectSums(db, run).where('block', '=', block).executeTakeFirst();
  return row === undefined ? null : parseSums(row);
}

/**
 * Writing digests has taken away what was kept. @param change.before what that was; null: all digests of the block are added
 * up @param change.own of each of those digests
 */
export async function addToBlock(
  db: Queries,
  { run, block }: Block,
  { before, own }: { readonly before: KeptSums | null; readonly own: readonly RunSums[] },
): Promise<void> {
  const kept = before === null ? await sumBlock(db, run, block) : addTo(before, own);
  if (kept === null) return;
  const row = { format, attempts: kept.attempts, content: JSON.stringify(kept.sums) };
  await db
    .insertInto('block_sums')
    .values({ run, block, ...row })
    .onConflict((conflict) => conflict.columns(['run', 'block']).doUpdateSet(row))
    .execute();
}

function addTo({ attempts, sums }: KeptSums, own: readonly RunSums[]): KeptSums {
  return { attempts: attempts + own.length, sums: folded(runSums(), [sums, ...own]) };
}

/** null: some digest cannot be read or added up, so that its attempt is neither in the sums nor without a digest. */
async function sumBlock(db: Queries, run: string, block: number): Promise<KeptSums | null> {
  const digests = await keptDigests(db, run, positionsOf(block));
  if (digests === null) return null;
  try {
    return { attempts: digests.length, sums: folded(runSums(), digests.map(digestSums)) };
  } catch {
    return null;
  }
}

async function readSums(context: StoreContext, run: string): Promise<RunSums> {
  const all = runSums();
  const last = await lastPosition(context.db, run);
  for (let from = 0; last !== null && from <= last; from += positionsTogether) {
    for (const part of await readBlocks(context, run, from)) all.add(part);
  }
  const sums = all.result();
  const unrecorded = await unrecordedDigest(context, run, sums.calls.totals.calls);
  if (unrecorded === null) return sums;
  all.add({ ...noSums, calls: unrecorded });
  return all.result();
}

/** What the blocks from this position on come to, in one moment. */
function readBlocks({ db }: StoreContext, run: string, from: number): Promise<readonly RunSums[]> {
  const to = from + positionsTogether - 1;
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const blocks = await countBlocks(snapshot, run, { from, to });
      const rows = await selectSums(snapshot, run)
        .where('block', '>=', numberOf(from))
        .where('block', '<=', numberOf(to))
        .execute();
      const known = new Map(rows.map((row) => [row.block, parseSums(row)]));
      const parts: RunSums[] = [];
      for (const { block, attempts } of blocks) {
        const kept = known.get(block) ?? null;
        if (kept !== null) parts.push(kept.sums);
        if (kept?.attempts === attempts) continue;
        const read = kept === null ? digestsAt : digestsWithoutRow;
        for (const digest of await read(snapshot, run, positionsOf(block))) {
          parts.push(digestSums(digest));
        }
      }
      return parts;
    });
}

async function lastPosition(db: Queries, run: string): Promise<number | null> {
  const row = await db
    .selectFrom('attempts')
    .select('position')
    .where('run', '=', run)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.position ?? null;
}

/** Blocks that have attempts, and how many. */
function countBlocks(
  db: Queries,
  run: string,
  { from, to }: Positions,
): Promise<readonly { readonly block: number; readonly attempts: number }[]> {
  return db
    .selectFrom('attempts')
    .select(sql<number>`position / ${sql.lit(positionsInBlock)}`.as('block'))
    .select(({ fn }) => fn.countAll<number>().as('attempts'))
    .where('run', '=', run)
    .where('position', '>=', from)
    .where('position', '<=', to)
    .groupBy('block')
    .execute();
}

function selectSums(db: Queries, run: string) {
  return db
    .selectFrom('block_sums')
    .select(['block', 'attempts', 'content'])
    .where('run', '=', run)
    .where('format', '=', format);
}

function parseSums({
  attempts,
  content,
}: Pick<BlockSumsRow, 'attempts' | 'content'>): KeptSums | null {
  try {
    const kept = JSON.parse(content) as RunSums;
    // What cannot be added up is no sum.
    return { attempts, sums: folded(runSums(), [kept]) };
  } catch {
    return null;
  }
}
