import { sql } from 'kysely';
import { z } from 'zod';

import type { ChatRecord, DialogueStore } from '../../core/ports/dialogue';
import { ChatConfig, chatStatuses } from '../../core/schemas/chat';
import { RecordMissingError } from '../errors';
import type { StoreContext } from '../store-context';
import { checkStored, parseStored, toStoredJson } from '../stored-json';

type ChatPart = Pick<
  DialogueStore,
  'createChat' | 'chat' | 'chats' | 'setChatStatus' | 'setChatWaiting'
>;

const Status = z.enum(chatStatuses);

/** Chats; what was said in them are events under the chat's id. */
export function createChatRecords(context: StoreContext): ChatPart {
  const { db, clock } = context;
  const find = async (id: string): Promise<ChatRecord | null> => {
    const row = await selectChats(context).where('chats.id', '=', id).executeTakeFirst();
    return row === undefined ? null : toRecord(row);
  };
  return {
    createChat: async (id, config) => {
      await db
        .insertInto('chats')
        .values({ id, status: 'open', config: toStoredJson(config), created_at_ms: clock() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const record = await find(id);
      if (record === null) throw new RecordMissingError(`chat ${id}`);
      return record;
    },
    chat: find,
    chats: async () => {
      const rows = await selectChats(context)
        .select((query) => {
          const messages = query
            .selectFrom('dialogue_events as said')
            .whereRef('said.run', '=', 'chats.id')
            .where(sql`json_extract(said.event, '$.kind')`, '=', 'message-given');
          return [
            messages.select(({ fn }) => fn.countAll<number>().as('count')).as('messages'),
            messages
              .select(sql<string>`json_extract(said.event, '$.text.excerpt')`.as('excerpt'))
              .orderBy('said.place')
              .limit(1)
              .as('about'),
          ];
        })
        .orderBy('touched_at_ms', 'desc')
        .orderBy('chats.id')
        .execute();
      return rows.map((row) => ({
        ...toRecord(row),
        messages: row.messages ?? 0,
        about: row.about ?? '',
      }));
    },
    setChatStatus: (id, status) => change(context, id, { status }),
    setChatWaiting: (id, waiting) => change(context, id, { waiting }),
  };
}

async function change(
  { db }: StoreContext,
  id: string,
  to: { readonly status: ChatRecord['status'] } | { readonly waiting: string | null },
): Promise<void> {
  const updated = await db.updateTable('chats').set(to).where('id', '=', id).executeTakeFirst();
  if (updated.numUpdatedRows === 0n) throw new RecordMissingError(`chat ${id}`);
}

function selectChats({ db }: StoreContext) {
  return db
    .selectFrom('chats')
    .selectAll()
    .select((query) =>
      query.fn
        .coalesce(
          query
            .selectFrom('dialogue_events as event')
            .whereRef('event.run', '=', 'chats.id')
            .select((newest) => newest.fn.max('event.recorded_at_ms').as('at')),
          'chats.created_at_ms',
        )
        .as('touched_at_ms'),
    );
}

type ChatRow = Awaited<ReturnType<ReturnType<typeof selectChats>['execute']>>[number];

function toRecord(row: ChatRow): ChatRecord {
  return {
    id: row.id,
    config: parseStored(ChatConfig, row.config, `configuration of chat ${row.id}`),
    status: checkStored(Status, row.status, `status of chat ${row.id}`),
    waiting: row.waiting,
    createdAtMs: row.created_at_ms,
    touchedAtMs: row.touched_at_ms,
  };
}
