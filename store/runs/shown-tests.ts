import type { RunStore } from '../../core/ports/records';
import { ShownTests } from '../../core/schemas/shown-tests';
import type { StoreContext } from '../store-context';
import { parseStored, toStoredJson } from '../stored-json';

type ShownPart = Pick<RunStore, 'keepShownTests' | 'shownTests' | 'allShownTests'>;

/** Which visible tests the problems of a run are shown with: written once, by whoever finds it first. */
export function createShownTests({ db }: StoreContext): ShownPart {
  const find = async (run: string, problem: string): Promise<ShownTests | null> => {
    const row = await db
      .selectFrom('shown_tests')
      .select('content')
      .where('run', '=', run)
      .where('problem', '=', problem)
      .executeTakeFirst();
    return row === undefined ? null : parsed(row.content, problem);
  };
  return {
    keepShownTests: async ({ run, problem }, shown) => {
      await db
        .insertInto('shown_tests')
        .values({ run, problem, content: toStoredJson(shown) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await find(run, problem)) ?? shown;
    },
    shownTests: ({ run, problem }) => find(run, problem),
    allShownTests: async (run) => {
      const rows = await db
        .selectFrom('shown_tests')
        .select(['problem', 'content'])
        .where('run', '=', run)
        .execute();
      return new Map(rows.map(({ problem, content }) => [problem, parsed(content, problem)]));
    },
  };
}

function parsed(content: string, problem: string): ShownTests {
  return parseStored(ShownTests, content, `shown tests of ${problem}`);
}
