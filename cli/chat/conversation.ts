import { createHash } from 'node:crypto';

import { EspalierError } from '../../core/errors/errors';
import type { Artefact, DialogueEvent } from '../../core/schemas/dialogue';
import type { Chat, ChatNews, GivenFile } from '../../lab/chats/chats';
import type { ChatView } from './show/chat-view';
import { standingTurns } from './show/standing-turns';
import type { PlacedEvent } from './show/standing-turns';

/** What is there when one looks on has come when nothing did for so long. */
const pastWithinMs = 300;
/** Before one looks on again after that has failed. */
const againMs = 1_000;

const begins: readonly DialogueEvent['kind'][] = ['message-given', 'retried-from'];
const ends: readonly DialogueEvent['kind'][] = ['turn-ended', 'turn-undone', 'stopped'];

export interface ConversationOptions {
  readonly chat: Chat;
  readonly view: ChatView;
  /** The chat is not new: what was said is shown first, and this says how all of it is read. */
  readonly past: string | null;
  /** Looks on again whatever happens; else trouble of its own ends it. */
  readonly patient: boolean;
  readonly onArtefact?: (artefact: Artefact) => Promise<void>;
  /** A turn has begun or ended. */
  readonly onTurn?: () => void;
}

/** One chat as it is seen from here: what has happened, what is shown of it, and whether a turn is under way. */
export class Conversation {
  private readonly events: PlacedEvent[] = [];
  private readonly waiting = new Set<() => void>();
  private pastShown: boolean;
  private begun = 0;
  private under = false;
  private ownBlocks = 0;
  private failure: Error | null = null;

  constructor(private readonly options: ConversationOptions) {
    this.pastShown = options.past === null;
  }

  get chat(): Chat {
    return this.options.chat;
  }

  /** What is there cannot be seen any more. */
  get failed(): boolean {
    return this.failure !== null;
  }

  get busy(): boolean {
    return this.under || this.ownBlocks > 0;
  }

  /** Runs a block of the person's own; it can be stopped as a turn can. */
  async run(code: string): Promise<void> {
    this.ownBlocks += 1;
    try {
      await this.chat.run(code);
    } finally {
      this.ownBlocks -= 1;
    }
  }

  /** Those that stand, in order. */
  get standing(): readonly PlacedEvent[] {
    return standingTurns(this.events).flat();
  }

  get ended(): boolean {
    return this.events.some(({ event }) => event.kind === 'stopped');
  }

  /** The newest of each name. */
  get files(): readonly Artefact[] {
    const files = this.standing.flatMap(({ event }) => artefactsOf(event));
    return [...new Map(files.map((file) => [file.name, file])).values()];
  }

  /** What went with the last message. */
  get lastGiven(): readonly Artefact[] {
    const messages = this.standing.filter(({ event }) => event.kind === 'message-given');
    const last = messages.at(-1)?.event;
    return last === undefined ? [] : artefactsOf(last);
  }

  /** The model that answers now. */
  get model(): string {
    const chosen = this.events
      .map(({ event }) => event)
      .filter(({ kind }) => kind === 'model-chosen');
    const last = chosen.at(-1);
    return last?.kind === 'model-chosen' ? last.model : this.chat.config.model.name;
  }

  /** Looks on until the chat has ended, or `signal` is aborted. @throws what ended it, when it is not patient or was asked for what is not there */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.watchOnce(signal);
        if (signal.aborted || this.ended) return;
      } catch (error) {
        if (signal.aborted) return;
        const usage = error instanceof EspalierError && error.exitCode === 2;
        if (!this.options.patient || usage) {
          this.failure = error instanceof Error ? error : new Error(String(error));
          this.wake();
          throw error;
        }
        const why = error instanceof Error ? error.message : String(error);
        await this.options.view.show({ kind: 'trouble', why });
      }
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }

  /** Says something; resolves when it has been taken. */
  async say(
    text: string,
    files: readonly GivenFile[],
    { shown }: { readonly shown: boolean },
  ): Promise<void> {
    const sha256 = createHash('sha256').update(text).digest('hex');
    if (shown) this.options.view.said(sha256);
    try {
      await this.chat.say(text, files);
    } catch (error) {
      this.options.view.unsaid(sha256);
      throw error;
    }
  }

  /** Does what begins a turn and waits until it has ended; whether it came to the reply that was wanted. */
  async turn(act: () => Promise<void>): Promise<boolean> {
    const { begun, events } = this;
    const seen = events.length;
    await act();
    await this.until(() => this.begun > begun && !this.under);
    return !events.slice(seen).some(({ event }) => failsTurn(event));
  }

  /** Does what an event comes of, and waits until it has been shown. */
  async happens<T>(
    kind: DialogueEvent['kind'],
    act: () => Promise<T>,
    expected: (result: T) => boolean,
  ): Promise<T> {
    const before = this.count(kind);
    const result = await act();
    if (expected(result)) await this.until(() => this.count(kind) > before);
    return result;
  }

  /** Nothing is under way. */
  async settled(): Promise<void> {
    await this.until(() => this.pastShown && !this.under);
  }

  private async watchOnce(signal: AbortSignal): Promise<void> {
    const from = this.events.length === 0 ? undefined : (this.events.at(-1)?.place ?? 0) + 1;
    let timer: NodeJS.Timeout | null = null;
    // What comes and the end of what was there are shown one after the other.
    let turn = Promise.resolve();
    const inTurn = (act: () => Promise<void>): Promise<void> => (turn = turn.then(act));
    try {
      for await (const news of this.chat.follow(signal, from)) {
        if (timer !== null) clearTimeout(timer);
        await inTurn(() => this.take(news));
        if (!this.pastShown) {
          timer = setTimeout(() => {
            void inTurn(() => this.showPast());
          }, pastWithinMs);
        }
      }
    } finally {
      if (timer !== null) clearTimeout(timer);
    }
  }

  private async take(news: ChatNews): Promise<void> {
    if (news.kind !== 'event') await this.showPast();
    if (news.kind === 'event') {
      this.events.push({ place: news.place, event: news.event });
      if (begins.includes(news.event.kind)) {
        this.begun += 1;
        this.under = true;
      }
    }
    if (this.pastShown) {
      await this.options.view.show(news);
      if (news.kind === 'event') {
        await this.keep(news.event);
      }
    }
    if (news.kind === 'waiting') this.under = false;
    if (news.kind === 'event' && ends.includes(news.event.kind)) this.under = false;
    this.options.onTurn?.();
    this.wake();
  }

  /** Hands on what was made, not what was given. */
  private async keep(event: DialogueEvent): Promise<void> {
    if (event.kind === 'message-given') return;
    for (const file of artefactsOf(event)) await this.options.onArtefact?.(file);
  }

  private async showPast(): Promise<void> {
    if (this.pastShown) return;
    this.pastShown = true;
    await this.options.view.showPast(this.events, this.options.past ?? '');
    this.wake();
  }

  private count(kind: DialogueEvent['kind']): number {
    return this.events.filter(({ event }) => event.kind === kind).length;
  }

  private until(holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (this.failure === null && !holds()) return;
        this.waiting.delete(look);
        if (this.failure === null) resolve();
        else reject(this.failure);
      };
      this.waiting.add(look);
      look();
    });
  }

  private wake(): void {
    for (const look of [...this.waiting]) look();
  }
}

/** A turn in which this happened has brought no reply, and nobody wanted that. */
function failsTurn(event: DialogueEvent): boolean {
  if (event.kind === 'turn-ended') return event.cause !== undefined;
  if (event.kind !== 'round-made') return false;
  const { finishReason } = event.round;
  return finishReason === 'context-length' || finishReason === 'content-filter';
}

function artefactsOf(event: DialogueEvent): readonly Artefact[] {
  switch (event.kind) {
    case 'message-given':
      return event.files;
    case 'round-made':
      return event.round.execution?.on === 'session' ? event.round.execution.artefacts : [];
    case 'block-run':
      return event.execution.artefacts;
    case 'feedback-given':
    case 'approved':
    case 'stopped':
    case 'retried-from':
    case 'model-chosen':
    case 'turn-ended':
    case 'turn-undone':
      return [];
  }
}
