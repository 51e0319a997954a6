import type { EnvironmentStore } from '../../core/ports/environment';
import { Definition } from '../../core/schemas/environment-definition';
import type { StoreContext } from '../store-context';
import { parseStored, toStoredJson } from '../stored-json';
import { someAtATime } from './some-at-a-time';

type DefinitionPart = Pick<EnvironmentStore, 'saveDefinitions' | 'definitions' | 'definition'>;

const parse = (content: string, id: string): Definition =>
  parseStored(Definition, content, `definition ${id}`);

export function createDefinitionRecords({ db }: StoreContext): DefinitionPart {
  return {
    saveDefinitions: async (environment, definitions) => {
      const rows = [...definitions].sort(inOrder).map((definition, place) => ({
        environment,
        id: definition.id,
        place,
        content: toStoredJson(definition),
      }));
      await db.transaction().execute(async (locked) => {
        await locked.deleteFrom('definitions').where('environment', '=', environment).execute();
        for (const some of someAtATime(rows)) {
          await locked.insertInto('definitions').values(some).execute();
        }
      });
    },
    definitions: async (environment) => {
      const rows = await db
        .selectFrom('definitions')
        .select(['id', 'content'])
        .where('environment', '=', environment)
        .orderBy('place')
        .execute();
      return rows.map(({ id, content }) => parse(content, id));
    },
    definition: async (environment, id) => {
      const row = await db
        .selectFrom('definitions')
        .select('content')
        .where('environment', '=', environment)
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : parse(row.content, id);
    },
  };
}

function inOrder(left: Definition, right: Definition): number {
  if (left.path !== right.path) return left.path < right.path ? -1 : 1;
  return left.span.start - right.span.start;
}
