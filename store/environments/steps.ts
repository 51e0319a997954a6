import type { EnvironmentStore } from '../../core/ports/environment';
import { unpack } from '../blobs';
import { packText } from '../packed-text';
import type { StoreContext } from '../store-context';
import { parseJson, toStoredJson } from '../stored-json';

type StepPart = Pick<EnvironmentStore, 'findStep' | 'saveStep'>;

/** What steps on functions came to, by all that they depend on: equal in every run. */
export function createStepRecords({ db, clock }: StoreContext): StepPart {
  return {
    findStep: async (key) => {
      const row = await db
        .selectFrom('environment_steps')
        .select(['encoding', 'content'])
        .where('key', '=', key)
        .executeTakeFirst();
      const what = `step ${key}`;
      return row === undefined ? null : parseJson(unpack(row, what), what);
    },
    saveStep: async (key, result, which = 'first') => {
      const { encoding, content } = packText(toStoredJson(result));
      await db
        .insertInto('environment_steps')
        .values({ key, encoding, content, saved_at_ms: clock() })
        .onConflict((conflict) =>
          which === 'first'
            ? conflict.doNothing()
            : conflict.column('key').doUpdateSet({ encoding, content }),
        )
        .execute();
    },
  };
}
