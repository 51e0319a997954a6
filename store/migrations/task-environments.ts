import type { Migration } from './migration';

/** Environments of repository tasks, with the time of their last use: their archives can be removed, and are then built again. */
export const taskEnvironments: Migration = {
  version: 16,
  name: 'task-environments',
  up: async (db) => {
    await db.schema
      .createTable('task_environments')
      .addColumn('environment', 'text', (column) => column.primaryKey())
      .addColumn('used_at_ms', 'bigint')
      .execute();
  },
};
