import { dialogues } from './dialogues';
import { environments } from './environments';
import { firstTables } from './first-tables';
import { generations } from './generations';
import { leases } from './leases';
import type { Migration } from './migration';
import { runBundles } from './run-bundles';
import { shownTests } from './shown-tests';

/** In order; a new one goes to the end. */
export const migrations: readonly Migration[] = [
  firstTables,
  runBundles,
  dialogues,
  environments,
  shownTests,
  leases,
  generations,
];
