import type { ExecutionCache } from '../core/ports/records';
import { CheckResult } from '../core/schemas/verdict';
import type { StoreContext } from './store-context';
import { parseStored, toStoredJson } from './stored-json';

/** Results of the sandbox by content. A later save replaces the earlier one: that is what grading again is for. */
export function createExecutionCache({ db, clock }: StoreContext): ExecutionCache {
  return {
    find: async (key) => {
      const row = await db
        .selectFrom('executions')
        .select('result')
        .where('key', '=', key)
        .executeTakeFirst();
      return row === undefined ? null : parseStored(CheckResult, row.result, `execution ${key}`);
    },
    save: async (key, result) => {
      const values = { result: toStoredJson(result), saved_at_ms: clock() };
      await db
        .insertInto('executions')
        .values({ key, ...values })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
        .execute();
    },
  };
}
