import { attemptDigests } from './attempt-digests';
import { blockSums } from './block-sums';
import { datasetRemovals } from './dataset-removals';
import { dialogues } from './dialogues';
import { endpointNotes } from './endpoint-notes';
import { environments } from './environments';
import { firstTables } from './first-tables';
import { knownSends } from './known-sends';
import { generations } from './generations';
import { leases } from './leases';
import type { Migration } from './migration';
import { modelBatches } from './model-batches';
import { runBundles } from './run-bundles';
import { runTotals } from './run-totals';
import { runMoves } from './run-moves';
import { runConcurrency } from './run-concurrency';
import { runParallel } from './run-parallel';
import { shownTests } from './shown-tests';
import { taskEnvironments } from './task-environments';

/** In order; a new one goes to the end. */
export const migrations: readonly Migration[] = [
  firstTables,
  runBundles,
  dialogues,
  environments,
  shownTests,
  knownSends,
  runTotals,
  runMoves,
  endpointNotes,
  runConcurrency,
  leases,
  generations,
  runParallel,
  attemptDigests,
  blockSums,
  taskEnvironments,
  datasetRemovals,
  modelBatches,
];
