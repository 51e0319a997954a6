import { Kysely } from 'kysely';

import type { Store } from '../core/ports/records';
import type { StoreDifference } from '../core/journal/store-difference';
import { createAttemptRecords } from './runs/attempts';
import { createBlobStore } from './blobs';
import { createCallRecords } from './journal/calls';
import { databaseClock } from './database-clock';
import { createDialogueStore } from './dialogues/dialogue-store';
import { createEndpointNotes } from './endpoint-notes';
import { createEnvironmentStore } from './environments/environment-store';
import { createExecutionCache } from './executions';
import { createBatchStore } from './journal/batches';
import { createJournal } from './journal/journal';
import { migrations } from './migrations/migrations';
import { migrate } from './migrations/migrate';
import type { Migrated } from './migrations/migrate';
import { createProblemStore } from './problems';
import { createAttemptDigests } from './runs/attempt-digests';
import { createBlockSums } from './runs/block-sums';
import { createDatasetRemovals } from './runs/dataset-removals';
import { createRunPages } from './runs/run-pages';
import { createRunRecords } from './runs/runs';
import { meetWitness } from './moves';
import type { Moves } from './witness';
import { storeDialect } from './sqlite/driver';
import { openDatabase } from './sqlite/open-database';
import { createShownTests } from './runs/shown-tests';
import { createSteeringRecords } from './runs/steering';
import type { StoreContext } from './store-context';
import type { StoreTables } from './tables';
import { Witness } from './witness';

export interface OpenStoreOptions {
  /** The database file; it and its folder are created when absent. */
  readonly path: string;
  /** `normal` (default) survives any kill of a process, `full` a loss of power too. */
  readonly synchronous?: 'normal' | 'full';
  /** How long a lock of another process is waited for. Default 5000. */
  readonly busyTimeoutMs?: number;
  /** Never writes, never creates, never migrates. Default false. */
  readonly readOnly?: boolean;
  /** Told when an existing store has been brought to a newer schema. Default: nobody is. */
  readonly onMigrated?: (migrated: Migrated) => void;
  /** ms since 1970. Default the system's, and of what processes have to agree on the database's. */
  readonly clock?: () => number;
  /** Whether who holds a lease of the journal is certainly gone: it is not waited for. Default: nobody is known to be. */
  readonly isDeadOwner?: (owner: string) => boolean;
  /** This boot of the machine. Default: unknown, and never another. */
  readonly boot?: string;
  /** Told when the store is not as the work that was begun on its runs knew it: none of that may write to it any more. */
  readonly onDifference?: (difference: StoreDifference) => void;
}

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Migrated to the newest schema, for any number of processes and threads. Opening for writing writes, so that a full, locked
 * or read-only disk shows now. @throws StoreLockedError, StoreFullError, StoreCorruptError, StoreNotWritableError,
 * StoreSchemaNewerError, StoreForeignError, StoreFailedError; reading only: StoreMissingError, StoreSchemaOlderError
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const { path, readOnly = false, busyTimeoutMs = BUSY_TIMEOUT_MS, clock = Date.now } = options;
  const { boot = '' } = options;
  const synchronous = options.synchronous ?? 'normal';
  const database = await openDatabase({ path, synchronous, busyTimeoutMs, readOnly });
  const db = new Kysely<StoreTables>({ dialect: storeDialect({ database, path, busyTimeoutMs }) });
  const opened: StoreContext = {
    db,
    clock,
    databaseClock: databaseClock(options.clock),
    isDeadOwner: options.isDeadOwner ?? (() => false),
    moves: null,
  };
  let moves: Moves | null = null;
  try {
    const migrated = await migrate(db, { path, migrations, readOnly, clock });
    if (migrated !== null) options.onMigrated?.(migrated);
    if (!readOnly) {
      await noteOpening(opened);
      const met = await meetWitness(opened, { witness: new Witness(path), boot });
      moves = met.moves;
      if (met.difference !== null) options.onDifference?.(met.difference);
    }
  } catch (error) {
    database.close();
    throw error;
  }
  return assemble({ ...opened, moves });
}

async function noteOpening({ db, clock }: StoreContext): Promise<void> {
  const value = String(clock());
  await db
    .insertInto('properties')
    .values({ name: 'last-opened-at-ms', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

function assemble(context: StoreContext): Store {
  return {
    blobs: createBlobStore(context),
    problems: createProblemStore(context),
    executions: createExecutionCache(context),
    journal: createJournal(context),
    runs: {
      ...createRunRecords(context),
      ...createAttemptRecords(context),
      ...createSteeringRecords(context),
      ...createShownTests(context),
      ...createDatasetRemovals(context),
      ...createCallRecords(context),
      ...createRunPages(context),
      ...createAttemptDigests(context),
      ...createBlockSums(context),
    },
    dialogues: createDialogueStore(context),
    environments: createEnvironmentStore(context),
    endpoints: createEndpointNotes(context),
    batches: createBatchStore(context),
    close: () => context.db.destroy(),
  };
}
