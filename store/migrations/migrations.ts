import { firstTables } from './first-tables';
import type { Migration } from './migration';

/** In order; a new one goes to the end. */
export const migrations: readonly Migration[] = [firstTables];
