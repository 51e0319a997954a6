import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { SessionKeeper } from '../../../activities/dialogue/sessions/session-keeper';
import { startChat, tellChat } from '../../../client';
import type { ChatWord } from '../../../client';
import { chatId, chatKey } from '../../../core/refinement/chat-id';
import { transcriptOf } from '../../../core/refinement/transcript';
import { ChatConfig } from '../../../core/schemas/chat';
import type { DialogueEvent } from '../../../core/schemas/dialogue';
import { openStore } from '../../../store';
import { SmallSessions } from '../../fakes/small-sessions';
import type { Script } from '../../fakes/scripted-model';
import { until } from './scripted-dialogue';
import { testTiming, withRun } from './scripted-run';
import type { RunSpec, ScriptedRun } from './scripted-run';
import type { TestEngine } from './test-engine';

export interface ChatSpec extends Pick<RunSpec, 'store' | 'timing' | 'storeForActivities'> {
  /** What the model says, reply by reply. */
  readonly replies: NonNullable<Script['interpreter']>;
  readonly config?: Partial<ChatConfig>;
  readonly id?: string;
}

/** A chat over the real engine, worker, activities and store, with a scripted model and sessions of a small language. */
export interface ScriptedChat {
  readonly id: string;
  readonly run: ScriptedRun;
  readonly sessions: SmallSessions;
  readonly start: () => Promise<void>;
  /** @throws the refusal */
  readonly tell: (word: ChatWord) => Promise<void>;
  readonly say: (text: string) => Promise<void>;
  /** Waits until nobody is being answered, and there are so many rounds, those of other branches included. */
  readonly idle: (rounds: number) => Promise<void>;
  readonly events: () => Promise<readonly DialogueEvent[]>;
  /** What stands of it, a line an entry. */
  readonly transcript: () => Promise<readonly string[]>;
}

export async function withChat<T>(
  engine: TestEngine,
  { replies, config: changes, ...spec }: ChatSpec,
  body: (chat: ScriptedChat) => Promise<T>,
): Promise<T> {
  const id = spec.id ?? chatId(randomUUID().slice(0, 8));
  const store = spec.store ?? (await openStore({ path: join(engine.root, `${id}.sqlite`) }));
  const sessions = new SmallSessions();
  const keeper = new SessionKeeper({
    dialogues: store.dialogues,
    blobs: store.blobs,
    host: () => Promise.resolve(sessions),
    most: 2,
    idleMs: 60_000,
  });
  const config = ChatConfig.parse({
    model: { kind: 'endpoint', name: 'scripted', logicalEndpoint: 'http://model.test/v1' },
    session: { blockMs: 1_000, memoryMb: 64 },
    ...changes,
  });
  await store.dialogues.createChat(id, config);
  try {
    const script = { interpreter: replies };
    return await withRun(engine, { ...spec, id, store, script, sessions: keeper }, async (run) => {
      const key = chatKey(id);
      const events = () => store.dialogues.events(key);
      const tell = async (word: ChatWord): Promise<void> => {
        if (!(await tellChat(engine.client, id, word))) throw new Error('nothing works on it');
      };
      return body({
        ...{ id, run, sessions, events, tell },
        start: () => {
          const labels = { method: 'chat', dataset: 'none', model: 'scripted' };
          const timing = { ...testTiming, ...spec.timing };
          const setting = {
            run: id,
            kind: 'dialogue',
            queues: run.queues,
            timing,
            labels,
          } as const;
          const input = { attempt: key, position: 0, paused: null, alone: true, setting };
          return startChat(engine.client, { id, bundle: null, input });
        },
        say: async (text) => {
          const sha256 = await store.blobs.put(text);
          const given = { text: { sha256, excerpt: text }, files: [] };
          await tell({ kind: 'give-message', given });
        },
        idle: (rounds) =>
          until(run, (state, seen) => seen.inFlight === null && state.rounds.length === rounds, id),
        transcript: async () => {
          const rules = { of: 'chat', blocks: config.blocks, tokenBudget: null } as const;
          return transcriptOf(rules, await events()).entries.map((entry) => {
            if (entry.kind === 'message') return `person: ${entry.text.excerpt}`;
            if (entry.kind === 'reply') {
              return `${entry.round.id}: ${beforeFence(entry.round.reply.excerpt)}`;
            }
            if (entry.kind === 'execution') return `ran: ${inFence(entry.execution.words.excerpt)}`;
            if (entry.kind !== 'own-block') return entry.kind;
            return `own: ${inFence(entry.block.execution.words.excerpt)}`;
          });
        },
      });
    });
  } finally {
    await keeper.close();
    if (spec.store === undefined) await store.close();
  }
}

const beforeFence = (text: string): string => text.split(' ```')[0] ?? '';
const inFence = (words: string): string => words.replace(/^Execution result: ``` (.*) ```$/u, '$1');

/** A reply with words and a block in a fence. */
export const fence = (text: string, code: string): string =>
  `${text}\n\n\`\`\`python\n${code}\n\`\`\`\n`;
