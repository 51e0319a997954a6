import type { ProblemStore } from '../core/ports/records';
import { HiddenCheck, Problem, recordedForm, type DatasetProblem } from '../core/tasks/problem';
import { unpack } from './blobs';
import { ProblemConflictError, RecordMissingError } from './errors';
import { packText } from './packed-text';
import type { Queries, StoreContext } from './store-context';
import { parseStored, toStoredJson } from './stored-json';

/**
 * By the data set's hash and the problem's id. Saving the same again changes nothing.
 * @throws ProblemConflictError when such a row has other contents
 */
export function createProblemStore({ db }: StoreContext): ProblemStore {
  return {
    save: async (datasetSha256, rows) => {
      await db.transaction().execute(async (locked) => {
        for (const row of rows) await saveRow(locked, datasetSha256, row);
      });
    },
    problem: async (datasetSha256, id) => {
      const row = await db
        .selectFrom('problems')
        .select('content')
        .where('dataset_sha256', '=', datasetSha256)
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) throw missing(datasetSha256, id);
      return parseStored(Problem, row.content, `problem ${id}`);
    },
    hidden: async (datasetSha256, id) => {
      const row = await readHidden(db, datasetSha256, id);
      if (row === null) throw missing(datasetSha256, id);
      return parseStored(HiddenCheck, row, `hidden check of ${id}`);
    },
  };
}

function missing(datasetSha256: string, id: string): RecordMissingError {
  return new RecordMissingError(`problem ${id} of the data set with sha256 ${datasetSha256}`);
}

async function readHidden(db: Queries, datasetSha256: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('hidden_checks')
    .select(['encoding', 'content'])
    .where('dataset_sha256', '=', datasetSha256)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : unpack(row, `hidden check of ${id}`);
}

async function saveRow(db: Queries, datasetSha256: string, row: DatasetProblem): Promise<void> {
  const { id } = row.problem;
  const content = toStoredJson(recordedForm(row.problem));
  const hidden = toStoredJson(recordedForm(row.hidden));
  const key = { dataset_sha256: datasetSha256, id };
  const inserted = await db
    .insertInto('problems')
    .values({ ...key, content })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) > 0n) {
    const { encoding, content: packed } = packText(hidden);
    await db
      .insertInto('hidden_checks')
      .values({ ...key, encoding, content: packed })
      .execute();
    return;
  }
  const stored = await db
    .selectFrom('problems')
    .select('content')
    .where('dataset_sha256', '=', datasetSha256)
    .where('id', '=', id)
    .executeTakeFirst();
  const same =
    stored !== undefined &&
    withoutName(stored.content) === withoutName(content) &&
    (await readHidden(db, datasetSha256, id)) === hidden;
  if (!same) throw new ProblemConflictError(datasetSha256, id);
}

/** The name of a data set comes from its file. It is not part of the hash, so one file under two names is one data set. */
function withoutName(content: string): string {
  return toStoredJson({ ...(JSON.parse(content) as object), dataset: undefined });
}
