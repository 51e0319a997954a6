import type { EnvironmentStore } from '../../core/ports/environment';
import { EnvironmentRecord } from '../../core/schemas/environment';
import type { StoreContext } from '../store-context';
import { parseStored, toStoredJson } from '../stored-json';

type EnvironmentPart = Pick<EnvironmentStore, 'saveEnvironment' | 'environment' | 'environments'>;

const parse = (record: string, sha256: string): EnvironmentRecord =>
  parseStored(EnvironmentRecord, record, `environment ${sha256}`);

export function createEnvironmentRecords({ db, clock }: StoreContext): EnvironmentPart {
  return {
    saveEnvironment: async (record) => {
      const { sha256, repository } = record;
      const told = { record: toStoredJson(record), name: repository.name };
      await db
        .insertInto('environments')
        .values({ sha256, ...told, created_at_ms: clock() })
        .onConflict((conflict) => conflict.column('sha256').doUpdateSet(told))
        .execute();
    },
    environment: async (sha256) => {
      const row = await db
        .selectFrom('environments')
        .select('record')
        .where('sha256', '=', sha256)
        .executeTakeFirst();
      return row === undefined ? null : parse(row.record, sha256);
    },
    environments: async () => {
      const rows = await db
        .selectFrom('environments')
        .select(['sha256', 'record'])
        .orderBy('created_at_ms')
        .orderBy('sha256')
        .execute();
      return rows.map(({ sha256, record }) => parse(record, sha256));
    },
  };
}
