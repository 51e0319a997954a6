import { setTimeout as wait } from 'node:timers/promises';

import type { DialogueStore } from '../../core/ports/dialogue';
import type { Store } from '../../core/ports/records';
import { chatKey } from '../../core/refinement/chat-id';
import { applyEvent, startDialogue } from '../../core/refinement/dialogue-state';
import type { DialogueState } from '../../core/refinement/dialogue-state';
import { idOfLive, liveName } from '../../core/refinement/live-name';
import { nextStep } from '../../core/refinement/next-step';
import type { ChatConfig } from '../../core/schemas/chat';
import type { DialogueEvent } from '../../core/schemas/dialogue';
import type { ChatNews } from './chats';

const lookEveryMs = 60;
/** Interval of looks for errors and dead services, which is longer. */
const lookAroundEveryMs = 1000;

export interface FollowParts {
  readonly store: Store;
  readonly id: string;
  readonly config: Pick<ChatConfig, 'blocks'>;
  readonly signal: AbortSignal;
  /** Place of the first event to yield. */
  readonly from: number;
  /** Keeps services alive and starts a workflow if the model is due. Returns why that is impossible, or null. */
  readonly lookAround: (due: boolean) => Promise<string | null>;
}

/** Yields the recorded events of a chat and, between them, the text that is being written. It reads only the store. */
export async function* followChat(parts: FollowParts): AsyncGenerator<ChatNews> {
  const { store, id, config, signal, from, lookAround } = parts;
  const key = chatKey(id);
  let state = startDialogue({ of: 'chat', blocks: config.blocks, tokenBudget: null });
  let told: 'waiting' | null = null;
  let trouble: string | null = null;
  let lookedAt = 0;
  const live = new LivePart(store.dialogues, id);
  while (!signal.aborted) {
    const events: readonly DialogueEvent[] = await store.dialogues.events(key, state.events);
    for (const event of events) {
      const place = state.events;
      state = applyEvent(state, event);
      told = null;
      if (place >= from) yield { kind: 'event', place, event };
    }
    for (const words of await live.news(roundsUnderWay(state))) yield { kind: 'live', words };
    const step = nextStep(state);
    if (step.kind !== 'make-round' && told === null) {
      told = 'waiting';
      yield { kind: 'waiting' };
    }
    if (step.kind === 'finish') return;
    if (Date.now() - lookedAt >= lookAroundEveryMs) {
      lookedAt = Date.now();
      const why =
        (await lookAround(step.kind === 'make-round')) ??
        (await store.dialogues.chat(id))?.waiting ??
        null;
      if (why !== null && why !== trouble) yield { kind: 'trouble', why };
      trouble = why;
    }
    await wait(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** The round that is being made, or a block that a person may be running. */
function roundsUnderWay(state: DialogueState): string {
  const step = nextStep(state);
  const id = step.kind === 'make-round' ? step.round.id : `b${String(state.events)}`;
  return liveName(id, state);
}

class LivePart {
  private round = '';
  private after = -1;

  constructor(
    private readonly dialogues: Pick<DialogueStore, 'heardLive'>,
    private readonly id: string,
  ) {}

  async news(round: string): ReturnType<DialogueStore['heardLive']> {
    if (round !== this.round) {
      this.round = round;
      this.after = -1;
    }
    const words = await this.dialogues.heardLive(chatKey(this.id), round, this.after);
    this.after = words.at(-1)?.place ?? this.after;
    return words.map((one) => ({ ...one, round: idOfLive(one.round) }));
  }
}
