import { randomBytes } from 'node:crypto';

import type { ChatWord } from '../../client';
import { EspalierError, UsageError } from '../../core/errors/errors';
import type { ChatRecord } from '../../core/ports/dialogue';
import type { Store } from '../../core/ports/records';
import { chatId, chatKey } from '../../core/refinement/chat-id';
import { foldDialogue } from '../../core/refinement/dialogue-state';
import type { DialogueState } from '../../core/refinement/dialogue-state';
import { isBusy } from '../../core/refinement/next-step';
import { ChatConfig } from '../../core/schemas/chat';
import type { Artefact } from '../../core/schemas/dialogue';
import type { TextRef } from '../../core/schemas/text';
import { excerptOf } from '../../core/values/text-excerpt';
import type { LabContext } from '../lab-context';
import { chooseModel } from '../planning/model-choice';
import { checkReady } from '../runs/check-ready';
import { whenWorkerDiffers } from '../services/when-worker-differs';
import { ensureServices } from '../services/ensure-services';
import type { Services } from '../services/ensure-services';
import { keepModelFiles } from '../services/kept-bank';
import { checkChatRequest } from './chat-request';
import type { ChatRequest } from './chat-request';
import type { Chat, GivenFile, ListedChat } from './chats';
import { beginChat, tellChatWork } from './chat-work';
import { followChat } from './follow-chat';
import { onceOver } from './once-over';

/** Begins a chat. @throws UsageError for an invalid request; NotReadyError when sandbox, endpoint or engine are not there */
export async function openChat(
  context: LabContext,
  store: Store,
  request: ChatRequest,
): Promise<OpenChat> {
  const { model, script, blockSeconds, memoryMb, ...rest } = checkChatRequest(request);
  const choice = await chooseModel({ model, script }, context.settings);
  await checkReady(context, choice.config);
  await keepModelFiles(context.folder, choice);
  const config = ChatConfig.parse({
    ...rest,
    model: choice.config,
    // The same message may get another answer the second time.
    reuse: false,
    session: { blockMs: blockSeconds * 1000, memoryMb },
  });
  const services = await servicesFor(context, store, config);
  const record = await store.dialogues.createChat(chatId(randomBytes(4).toString('hex')), config);
  await beginChat(context, services, record);
  return new OpenChat(context, store, services, record);
}

/** Continues a chat, from any terminal, also days later. @throws UsageError (`CHAT_UNKNOWN`) */
export async function attachChat(context: LabContext, store: Store, id: string): Promise<OpenChat> {
  const record = await findChat(store, id);
  const services = await servicesFor(context, store, record.config);
  if (record.status === 'open') await beginChat(context, services, record);
  return new OpenChat(context, store, services, record);
}

export async function findChat(store: Store, id: string): Promise<ChatRecord> {
  const record = await store.dialogues.chat(id);
  if (record !== null) return record;
  throw new UsageError(`there is no chat ${JSON.stringify(id)}`, 'See `espalier chat list`', {
    code: 'CHAT_UNKNOWN',
  });
}

export async function listChats(store: Store): Promise<readonly ListedChat[]> {
  const records = await store.dialogues.chats();
  return records.map(({ id, status, config, messages, touchedAtMs, about }) => ({
    id,
    status,
    model: config.model.name,
    messages,
    touchedAtMs,
    about,
  }));
}

async function servicesFor(
  context: LabContext,
  store: Store,
  { model }: Pick<ChatConfig, 'model'>,
): Promise<Services> {
  return ensureServices(context, model, await whenWorkerDiffers(store, null));
}

/** A chat that this process talks to. */
export class OpenChat implements Chat {
  readonly id: string;
  readonly config: ChatConfig;

  constructor(
    private readonly context: LabContext,
    private readonly store: Store,
    private readonly services: Services,
    private readonly record: ChatRecord,
    private readonly tellWork: typeof tellChatWork = tellChatWork,
  ) {
    this.id = record.id;
    this.config = record.config;
  }

  say: Chat['say'] = async (text, files = []) => {
    await this.tell({
      kind: 'give-message',
      given: { text: await this.keep(text), files: await this.keepFiles(files) },
    });
  };

  run: Chat['run'] = async (code) => {
    await this.tell({ kind: 'run-block', given: await this.store.blobs.put(code) });
  };

  endTurn: Chat['endTurn'] = async () => {
    try {
      await this.tell({ kind: 'end-turn' });
    } catch (error) {
      // The turn had just ended by itself.
      if (!(error instanceof EspalierError) || error.code !== 'STEERING_REFUSED') throw error;
    }
  };

  undo: Chat['undo'] = async () => {
    const state = await this.state();
    const message = state.turns.at(-1)?.message;
    if (message === undefined || message === null) return null;
    await this.tell({ kind: 'undo-turn', given: state.turns.length });
    return this.text(message.sha256);
  };

  retry: Chat['retry'] = async (round) => {
    const state = await this.state();
    const turn = state.turns.at(-1);
    const from = round ?? turn?.rounds[0];
    if (from === undefined && turn !== undefined && turn.message !== null) {
      // The turn was given up before its first reply, so its message is sent once more.
      const { message, files } = turn;
      await this.tell({ kind: 'undo-turn', given: state.turns.length });
      await this.tell({ kind: 'give-message', given: { text: message, files } });
      return;
    }
    if (from === undefined) {
      throw new UsageError('there is nothing to make anew', 'Say something first', {
        code: 'STEERING_REFUSED',
      });
    }
    await this.tell({ kind: 'retry-from', given: from });
  };

  chooseModel: Chat['chooseModel'] = async (model) => {
    if (this.config.model.kind !== 'endpoint') {
      throw new UsageError(
        `the ${this.config.model.kind} model is the only one that its server has`,
        'Begin a chat with `--model NAME` and OPENAI_BASE_URL set to choose among models',
        { code: 'STEERING_REFUSED' },
      );
    }
    await this.tell({ kind: 'choose-model', given: model });
  };

  end: Chat['end'] = async () => {
    await this.tell({ kind: 'stop' });
  };

  follow: Chat['follow'] = (signal, from = 0) =>
    followChat({
      store: this.store,
      id: this.id,
      config: this.config,
      signal,
      from,
      lookAround: (due) => this.lookAround(due),
    });

  text: Chat['text'] = (sha256) => this.store.blobs.get(sha256);

  cost: Chat['cost'] = async () => {
    const { calls, promptTokens, completionTokens, costUsd, resends, knownResends } =
      await this.store.runs.callTotals(this.id);
    return {
      calls,
      promptTokens,
      completionTokens,
      costUsd,
      repeatedCalls: resends,
      knownRepeatedCalls: knownResends,
    };
  };

  /** The chat goes on by itself. */
  async close(): Promise<void> {
    await this.services.disconnect();
  }

  private tell(word: ChatWord): Promise<void> {
    const told = (): Promise<void> =>
      this.tellWork(this.context, this.services, { chat: this.record, word });
    return onceOver(told, { isOver: async () => !isBusy(await this.state()) });
  }

  private async lookAround(due: boolean): Promise<string | null> {
    try {
      await this.services.revive();
      // An engine that lost its database does not know the chat. A workflow that runs is left alone.
      if (due) await beginChat(this.context, this.services, this.record);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private async state(): Promise<DialogueState> {
    const { blocks } = this.config;
    const events = await this.store.dialogues.events(chatKey(this.id));
    return foldDialogue({ of: 'chat', blocks, tokenBudget: null }, events);
  }

  private async keep(text: string): Promise<TextRef> {
    return { sha256: await this.store.blobs.put(text), excerpt: excerptOf(text) };
  }

  private keepFiles(files: readonly GivenFile[]): Promise<Artefact[]> {
    return Promise.all(
      files.map(async ({ name, mime, content }) => ({
        name,
        mime,
        bytes: content.byteLength,
        sha256: await this.store.blobs.put(Buffer.from(content).toString('base64')),
      })),
    );
  }
}
