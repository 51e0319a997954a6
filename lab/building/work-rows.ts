import { preferredProgram } from '../../core/code-feedback/preferred-program';
import { UsageError } from '../../core/errors/errors';
import type { AttemptKey, AttemptRecord, Store } from '../../core/ports/records';
import type { RecipeSource } from '../../core/schemas/recipe';
import type { RunRecord } from '../../core/ports/records';
import { programTurn } from '../../core/replies/program-turn';
import type { DialogueTurn, Preference, SourceRow } from '../../core/schemas/source-row';
import { acceptedPath } from '../../report/datasets/accepted-path';
import { harnessRepairs } from '../../report/datasets/harness-repairs';
import { placedRows } from '../../report/datasets/export/placed-rows';
import { readDataset } from '../../report/datasets/export/read-dataset';
import { loadConversation } from '../../report/dialogue/conversation';
import { conversationMessages } from '../../report/dialogue/conversation-messages';
import { findRun } from '../../report/load-run';

/**
 * What was made here as rows of a source: the dialogues of a data set or of a refinement run, the accepted paths of a search,
 * the repairs of harnesses, or a chat.
 * @throws UsageError for an unknown run or chat, a run that has not ended, or one of another kind of work
 */
export async function* workRows(store: Store, source: RecipeSource): AsyncGenerator<SourceRow> {
  const { chat, run } = source;
  if (chat !== undefined) {
    if ((await store.dialogues.chat(chat)) === null) {
      throw new UsageError(
        `source ${source.name}: chat ${chat} does not exist`,
        'Run `espalier chat --list` to see the ids',
        { code: 'CHAT_UNKNOWN' },
      );
    }
    const key = { run: chat, problem: 'chat', sample: 0 };
    const turns = conversationMessages(await loadConversation(store, key));
    if (turns.length > 0) yield rowOf(source, 0, turns);
    return;
  }
  const record = await requireUsable(store, source, run ?? '');
  if (record.config.kind === 'environment') {
    for await (const { place, licence, turns } of harnessRepairs(store, record)) {
      const row = rowOf(source, place, turns);
      yield { ...row, licence: licence ?? row.licence };
    }
    return;
  }
  if (record.config.kind === 'dataset') {
    yield* madeDialogues(store, source, record.id);
    return;
  }
  let place = -1;
  for await (const { attempts } of store.runs.pages(record.id)) {
    for (const attempt of attempts) {
      place += 1;
      if (!counts(source, attempt)) continue;
      const turns = await turnsOf(store, record, attempt);
      if (turns === null || turns.length === 0) continue;
      const preference = await preferenceOf(store, attempt);
      yield { ...rowOf(source, place, turns), ...(preference === null ? {} : { preference }) };
    }
  }
}

/** The dialogues of an export, with the language of their first row and the licences of all their rows. */
async function* madeDialogues(
  store: Store,
  source: RecipeSource,
  run: string,
): AsyncGenerator<SourceRow> {
  if (source.attempts !== undefined) {
    throw new UsageError(
      `source ${source.name}: \`attempts\` does not apply to run ${run}, which makes a data set`,
      'Leave `attempts` out: the dialogues of its export are taken',
      { code: 'BAD_RECIPE' },
    );
  }
  const removed = new Set(await store.runs.datasetRemovals(run));
  let place = -1;
  for await (const row of placedRows(await readDataset(store, run), removed)) {
    place += 1;
    if (row.made.kind === 'none' || row.removedBy.length > 0) continue;
    const [first] = row.rows;
    // Its turns are those of the row alone, and so is its pair.
    const preference = row.method === 'keep' ? first?.preference : undefined;
    yield {
      ...rowOf(source, place, row.made.turns),
      lang: first?.lang ?? '',
      licence: licenceOf(row.rows, source.licence ?? null),
      ...(preference === undefined ? {} : { preference }),
    };
  }
}

/** The licences of all rows, as one expression. @param unstated that of rows that state none. null: it is not known either */
function licenceOf(rows: readonly SourceRow[], unstated: string | null): string | null {
  const stated = rows.map(({ licence }) => licence ?? unstated);
  const named = [...new Set(stated.filter((licence) => licence !== null))];
  if (named.length === 0) return null;
  return (stated.includes(null) ? [...named, 'unknown'] : named).join(' AND ');
}

async function requireUsable(
  store: Store,
  { name, attempts }: RecipeSource,
  run: string,
): Promise<RunRecord> {
  const record = await findRun(store, run);
  if (record.status !== 'completed') {
    throw new UsageError(
      `source ${name}: run ${record.id} has not ended (${record.status})`,
      `Wait for it, or continue it with \`espalier run resume ${record.id}\``,
      { code: 'SOURCE_NOT_ENDED' },
    );
  }
  const { kind } = record.config;
  if (kind === 'search' || kind === 'dialogue' || kind === 'dataset') return record;
  if (kind === 'environment') {
    if (attempts === undefined) return record;
    throw new UsageError(
      `source ${name}: \`attempts\` means nothing for ${record.id}, which builds environments`,
      'Leave it out: only repairs of accepted harnesses are rows',
      { code: 'BAD_RECIPE' },
    );
  }
  throw new UsageError(
    `source ${name}: run ${record.id} is of kind ${kind}, which makes no programs in dialogues`,
    'Name a run of search or refinement, of `espalier dataset build` or of `espalier env build`',
    { code: 'SOURCE_OF_OTHER_KIND' },
  );
}

/** Only a verdict of hidden tests makes an attempt an example to learn from, unless the recipe takes all. */
function counts({ attempts }: RecipeSource, { status, result }: AttemptRecord): boolean {
  return status === 'completed' && (attempts === 'all' || result?.solved === true);
}

async function turnsOf(
  store: Store,
  { id, config }: RunRecord,
  { problem, sample, result }: AttemptRecord,
): Promise<readonly DialogueTurn[] | null> {
  const key: AttemptKey = { run: id, problem, sample };
  if (config.kind === 'dialogue') return conversationMessages(await loadConversation(store, key));
  return result?.outcome.kind === 'search'
    ? acceptedPath(store, config, key, result.outcome)
    : null;
}

/** A right and a wrong program for the problem, both as nothing but their code: words of a reply may speak of the program before. */
async function preferenceOf(
  { blobs }: Store,
  { result }: AttemptRecord,
): Promise<Preference | null> {
  if (result === null) return null;
  const verdicts = new Map(result.graded.map(({ program, outcome }) => [program, outcome.kind]));
  const pair = preferredProgram(result.outcome, verdicts);
  if (pair === null) return null;
  const shown = async (program: string): Promise<string> =>
    programTurn(await blobs.get(program)).content;
  return { chosen: await shown(pair.chosen), rejected: await shown(pair.rejected) };
}

function rowOf(
  { name, licence }: RecipeSource,
  place: number,
  turns: readonly DialogueTurn[],
): SourceRow {
  return {
    id: `${name}/${String(place)}`,
    source: name,
    query: turns[0]?.content ?? '',
    answer: turns.at(-1)?.content ?? '',
    lang: 'python',
    licence: licence ?? null,
    turns: [...turns],
  };
}
