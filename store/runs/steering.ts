import type { RunStore } from '../../core/ports/records';
import { AttemptSteering } from '../../core/schemas/run';
import { withKindUnlessSearch } from '../../core/kinds/kinds';
import { requireAttempt } from './attempts';
import type { StoreContext } from '../store-context';
import { attemptName } from './stored-attempt';
import { parseStored, toStoredJson } from '../stored-json';

type SteeringPart = Pick<RunStore, 'addSteering' | 'steering'>;

/** A person's accepted updates of an attempt; telling one twice keeps it once. */
export function createSteeringRecords({ db }: StoreContext): SteeringPart {
  return {
    addSteering: async (key, entry) => {
      const { run, problem, sample } = key;
      await db.transaction().execute(async (locked) => {
        await requireAttempt(locked, key);
        const last = await locked
          .selectFrom('steering')
          .select(({ fn }) => fn.max('arrival').as('arrival'))
          .where('run', '=', run)
          .where('problem', '=', problem)
          .where('sample', '=', sample)
          .executeTakeFirst();
        const latest: number | null = last?.arrival ?? null;
        await locked
          .insertInto('steering')
          .values({
            run,
            problem,
            sample,
            place: entry.place,
            arrival: latest === null ? 0 : latest + 1,
            entry: toStoredJson(withKindUnlessSearch(entry)),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
    },
    steering: async (key) => {
      const rows = await db
        .selectFrom('steering')
        .select('entry')
        .where('run', '=', key.run)
        .where('problem', '=', key.problem)
        .where('sample', '=', key.sample)
        .orderBy('place')
        .orderBy('arrival')
        .execute();
      return rows.map(({ entry }) =>
        parseStored(AttemptSteering, entry, `steering of ${attemptName(key)}`),
      );
    },
  };
}
