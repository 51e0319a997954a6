import type { JsonValue } from '../../core/values/canonical-json';
import { asJson } from '../../core/values/canonical-json';
import type { Artefact, DialogueEvent, RunBlock } from '../../core/schemas/dialogue';
import type { Chat } from '../../lab/chats/chats';
import type { Conversation } from './conversation';
import { readOutput } from './show/read-output';

/** What `espalier chat --json` ends with: what stands of the conversation, in full, and what it cost. */
export async function chatDocument(conversation: Conversation): Promise<JsonValue> {
  const { chat, standing, model } = conversation;
  const entries = await Promise.all(standing.map(({ event }) => entryOf(chat, event)));
  return asJson({
    chat: chat.id,
    model,
    entries: entries.filter((entry) => entry !== null),
    cost: await chat.cost(),
  });
}

async function entryOf(chat: Chat, event: DialogueEvent): Promise<object | null> {
  switch (event.kind) {
    case 'message-given':
      return {
        who: 'person',
        text: await chat.text(event.text.sha256),
        files: event.files.map(fileOf),
      };
    case 'round-made': {
      const { id, reply, program, execution, finishReason } = event.round;
      return {
        who: 'model',
        round: id,
        text: await chat.text(reply.sha256),
        finishReason,
        code: program === null ? null : await chat.text(program),
        ran: execution?.on === 'session' ? await ranOf(chat, execution) : null,
      };
    }
    case 'block-run':
      return {
        who: 'person',
        block: event.id,
        code: await chat.text(event.program),
        ran: await ranOf(chat, event.execution),
      };
    case 'turn-ended':
      return event.cause === undefined
        ? { who: 'person', stopped: true }
        : { who: 'espalier', stopped: true, cause: event.cause };
    case 'model-chosen':
      return { who: 'person', model: event.model };
    case 'feedback-given':
    case 'approved':
    case 'stopped':
    case 'retried-from':
    case 'turn-undone':
      return null;
  }
}

async function ranOf(chat: Chat, { end, output, artefacts, rebuilt }: RunBlock): Promise<object> {
  const parts = readOutput(await chat.text(output));
  return { end, output: parts, files: artefacts.map(fileOf), rebuilt };
}

function fileOf({ name, mime, bytes }: Artefact): object {
  return { name, mime, bytes };
}
