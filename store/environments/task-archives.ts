import type { EnvironmentStore } from '../../core/ports/environment';
import { chooseEvicted } from '../../core/repository/choose-evicted';
import type { EvictionRule } from '../../core/repository/choose-evicted';
import { EnvironmentRecord } from '../../core/schemas/environment';
import type { Queries, StoreContext } from '../store-context';
import { parseStored } from '../stored-json';
import { removeArchives } from './archives';

type TaskArchivePart = Pick<EnvironmentStore, 'useTaskEnvironment' | 'evictTaskEnvironments'>;

/** Which environments belong to tasks, and the removal of their archives for want of room. */
export function createTaskArchives({ db, clock }: StoreContext): TaskArchivePart {
  return {
    useTaskEnvironment: async (environment) => {
      const used_at_ms = clock();
      await db
        .insertInto('task_environments')
        .values({ environment, used_at_ms })
        .onConflict((conflict) => conflict.column('environment').doUpdateSet({ used_at_ms }))
        .execute();
    },
    evictTaskEnvironments: ({ mostBytes, unusedForMs }) =>
      db
        .transaction()
        .execute((locked) => evict(locked, { mostBytes, usedSinceMs: clock() - unusedForMs })),
  };
}

async function evict(db: Queries, rule: EvictionRule): Promise<readonly string[]> {
  const rows = await db.selectFrom('environments').select(['sha256', 'record']).execute();
  const uses = await db.selectFrom('task_environments').selectAll().execute();
  const usedAt = new Map(uses.map((one) => [one.environment, one.used_at_ms]));
  // `env build` made these, too: they are a person's, and nobody builds them again.
  const built = await db.selectFrom('definitions').select('environment').distinct().execute();
  const kept = new Set(built.map(({ environment }) => environment));
  const archivesOf = new Map(
    rows.map(({ sha256, record }) => {
      const { archives } = parseStored(EnvironmentRecord, record, `environment ${sha256}`);
      const { tools, ...own } = archives;
      return [sha256, { tools, own: Object.values(own).filter((one) => one !== undefined) }];
    }),
  );
  const pinned = new Set<string>();
  for (const [sha256, { tools, own }] of archivesOf) {
    pinned.add(tools);
    if (kept.has(sha256) || !usedAt.has(sha256)) for (const one of own) pinned.add(one);
  }
  const evictable = [...usedAt].flatMap(([environment, usedAtMs]) => {
    const archives = archivesOf.get(environment)?.own;
    const isThere = archives !== undefined && usedAtMs !== null && !kept.has(environment);
    return isThere ? [{ environment, usedAtMs: Number(usedAtMs), archives }] : [];
  });
  const stored = await db.selectFrom('archives').select(['sha256', 'bytes']).execute();
  const sizes = new Map(
    stored.flatMap(({ sha256, bytes }) =>
      pinned.has(sha256) ? [] : [[sha256, Number(bytes)] as const],
    ),
  );
  const { environments, archives } = chooseEvicted(evictable, sizes, rule);
  await removeArchives(db, archives);
  for (const environment of environments) {
    await db
      .updateTable('task_environments')
      .set({ used_at_ms: null })
      .where('environment', '=', environment)
      .execute();
  }
  return environments;
}
