import { UsageError } from '../../core/errors/errors';
import type { AttemptKey, AttemptRecord, Store } from '../../core/ports/records';
import type { RecipeSource } from '../../core/schemas/recipe';
import type { RunRecord } from '../../core/ports/records';
import type { DialogueTurn, SourceRow } from '../../core/schemas/source-row';
import { acceptedPath } from '../../report/datasets/accepted-path';
import { loadConversation } from '../../report/dialogue/conversation';
import { conversationMessages } from '../../report/dialogue/conversation-messages';
import { findRun } from '../../report/load-run';

/**
 * What was made here as rows of a source: the dialogues of a refinement run, the accepted paths of a search, or a chat.
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
  let place = -1;
  for await (const { attempts } of store.runs.pages(record.id)) {
    for (const attempt of attempts) {
      place += 1;
      if (!counts(source, attempt)) continue;
      const turns = await turnsOf(store, record, attempt);
      if (turns !== null && turns.length > 0) yield rowOf(source, place, turns);
    }
  }
}

async function requireUsable(
  store: Store,
  { name }: RecipeSource,
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
  if (record.config.kind === 'search' || record.config.kind === 'dialogue') return record;
  throw new UsageError(
    `source ${name}: run ${record.id} is of kind ${record.config.kind}, which makes no programs in dialogues`,
    'Name a run of `espalier run start` with a method of search or refinement',
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
