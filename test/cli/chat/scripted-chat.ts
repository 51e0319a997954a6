import { createHash } from 'node:crypto';

import type { ChatDoor } from '../../../cli/chat/chat-door';
import type { LiveWords } from '../../../core/ports/dialogue';
import type { OutputPart } from '../../../core/adapters/session';
import type { Artefact, BlockEnd, DialogueEvent, RunBlock } from '../../../core/schemas/dialogue';
import type { FinishReason } from '../../../core/schemas/model';
import { UsageError } from '../../../core/errors/errors';
import type { Chat, ChatNews, GivenFile } from '../../../lab/chats/chats';

/** What running a block gives. */
export interface ScriptedBlock {
  readonly parts?: readonly OutputPart[];
  readonly end?: BlockEnd;
  readonly files?: readonly GivenFile[];
  readonly rebuilt?: RunBlock['rebuilt'];
}

export interface ScriptedReply {
  readonly text: string;
  /** The block of the reply, run. */
  readonly ran?: ScriptedBlock;
  /** Comes once before the reply, as what is waited for. */
  readonly trouble?: string;
  /** Breaks off in the middle and begins anew. */
  readonly restarts?: boolean;
  /** Its block breaks off behind its first part and runs again. */
  readonly runsAgain?: boolean;
  /** Why it ends. Default: `stop`. */
  readonly finishReason?: FinishReason;
  /** Never ends by itself. */
  readonly hangs?: boolean;
  /** Is never made: why the turn ends without it. */
  readonly fails?: string;
}

export interface ScriptedChatOptions {
  readonly id?: string;
  /** Replies of one turn each, in order; then the message comes back. */
  readonly turns?: readonly (readonly ScriptedReply[])[];
  /** Between two pieces. */
  readonly paceMs?: number;
}

const config: Chat['config'] = {
  model: { kind: 'simulated', name: 'simulated', logicalEndpoint: 'simulated' },
  seed: 0,
  reuse: true,
  blocks: 3,
  tools: true,
  session: { blockMs: 20_000, memoryMb: 2048 },
};

/** A chat that answers from a list, as the lab's do: several may look on, one turn is under way at a time. */
export class ScriptedChat implements Chat {
  readonly id: string;
  readonly config = config;
  readonly events: DialogueEvent[] = [];
  readonly said: { readonly text: string; readonly files: readonly GivenFile[] }[] = [];
  private readonly texts = new Map<string, string>();
  private readonly looking = new Set<(news: ChatNews) => void>();
  private turn: AbortController | null = null;
  private turnsTaken = 0;
  private rounds = 0;

  constructor(private readonly options: ScriptedChatOptions = {}) {
    this.id = options.id ?? 'c-1';
  }

  say = async (text: string, files: readonly GivenFile[] = []): Promise<void> => {
    this.refuseWhenBusy();
    this.said.push({ text, files });
    this.add({ kind: 'message-given', text: this.keep(text), files: files.map(this.artefact) });
    const replies = this.options.turns?.[this.turnsTaken] ?? [{ text: `You said: ${text}` }];
    this.turnsTaken += 1;
    this.begin(replies);
  };

  run = async (code: string): Promise<void> => {
    this.refuseWhenBusy();
    const id = `b${String(this.events.length)}`;
    const parts: OutputPart[] = [{ kind: 'stdout', text: `ran ${code}\n` }];
    const execution = this.executed({ parts });
    this.add({ kind: 'block-run', id, program: this.keep(code).sha256, execution });
  };

  endTurn = async (): Promise<void> => {
    if (this.turn === null) return;
    this.turn.abort();
    this.turn = null;
    this.add({ kind: 'turn-ended' });
    this.tell({ kind: 'waiting' });
  };

  undo = async (): Promise<string | null> => {
    this.refuseWhenBusy();
    const said = this.said.pop();
    if (said === undefined) return null;
    this.add({ kind: 'turn-undone' });
    return said.text;
  };

  retry = async (round?: string): Promise<void> => {
    this.refuseWhenBusy();
    this.add({ kind: 'retried-from', round: round ?? `r${String(this.rounds)}` });
    this.begin([{ text: 'Once more.' }]);
  };

  chooseModel = async (model: string): Promise<void> => {
    this.add({ kind: 'model-chosen', model });
  };

  end = async (): Promise<void> => {
    this.add({ kind: 'stopped' });
  };

  text = async (sha256: string): Promise<string> => {
    const text = this.texts.get(sha256);
    if (text === undefined) throw new Error(`no text ${sha256}`);
    return text;
  };

  cost: Chat['cost'] = async () => ({
    calls: this.rounds,
    promptTokens: 1200,
    completionTokens: 340,
    costUsd: null,
    repeatedCalls: 0,
    knownRepeatedCalls: 0,
  });

  async *follow(signal: AbortSignal, from = 0): AsyncGenerator<ChatNews> {
    const news: ChatNews[] = this.events
      .map((event, place): ChatNews => ({ kind: 'event', place, event }))
      .slice(from);
    if (this.turn === null) news.push({ kind: 'waiting' });
    let wake: () => void = () => undefined;
    const hear = (one: ChatNews): void => {
      news.push(one);
      wake();
    };
    const stop = (): void => {
      wake();
    };
    this.looking.add(hear);
    signal.addEventListener('abort', stop);
    try {
      while (!signal.aborted) {
        const next = news.shift();
        if (next !== undefined) yield next;
        else if (this.ended) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      this.looking.delete(hear);
      signal.removeEventListener('abort', stop);
    }
  }

  private get ended(): boolean {
    return this.events.some(({ kind }) => kind === 'stopped');
  }

  private refuseWhenBusy(): void {
    if (this.turn === null) return;
    throw new UsageError('a turn is under way', 'Wait for its end', { code: 'CHAT_BUSY' });
  }

  private begin(replies: readonly ScriptedReply[]): void {
    const turn = new AbortController();
    this.turn = turn;
    void this.answer(replies, turn.signal).then((ended) => {
      if (!ended) return;
      this.turn = null;
      this.tell({ kind: 'waiting' });
    });
  }

  /** Whether it came to its end. */
  private async answer(replies: readonly ScriptedReply[], signal: AbortSignal): Promise<boolean> {
    for (const reply of replies) {
      if (reply.fails !== undefined) {
        this.add({ kind: 'turn-ended', cause: reply.fails });
        return true;
      }
      const ordinal = this.rounds;
      this.rounds += 1;
      const id = `r${String(ordinal + 1)}`;
      if (reply.trouble !== undefined) {
        this.tell({ kind: 'trouble', why: reply.trouble });
        await this.pause(30);
      }
      if (!(await this.stream(id, reply, signal))) return false;
      const code = /```python\n([^]*?)```/u.exec(reply.text)?.[1] ?? null;
      this.add({
        kind: 'round-made',
        round: {
          id,
          ordinal,
          parent: ordinal === 0 ? null : `r${String(ordinal)}`,
          number: ordinal + 1,
          reply: this.keep(reply.text),
          finishReason: reply.finishReason ?? 'stop',
          program: code === null ? null : this.keep(code).sha256,
          via: code === null ? null : 'fence',
          execution: reply.ran === undefined ? null : this.executed(reply.ran),
          feedback: null,
          trimmed: 0,
          tokens: 10,
          calls: [],
        },
      });
    }
    return true;
  }

  private async stream(round: string, reply: ScriptedReply, signal: AbortSignal): Promise<boolean> {
    let place = 0;
    const live = async (kind: LiveWords['kind'], text: string): Promise<void> => {
      await this.pause(this.options.paceMs ?? 0);
      if (signal.aborted) return;
      this.tell({ kind: 'live', words: { place, round, kind, text } });
      place += 1;
    };
    const pieces = reply.text.match(/[^]{1,7}/gu) ?? [];
    if (reply.restarts === true) {
      for (const piece of pieces.slice(0, 3)) await live('reply', piece);
      await live('restart', '');
    }
    for (const piece of pieces) await live('reply', piece);
    if (reply.runsAgain === true) {
      await live('output', JSON.stringify(reply.ran?.parts?.[0]));
      await live('output-restart', '');
    }
    for (const part of reply.ran?.parts ?? []) await live('output', JSON.stringify(part));
    if (reply.hangs === true) {
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
    }
    return !signal.aborted;
  }

  private executed({
    parts = [],
    end = 'finished',
    files = [],
    rebuilt = null,
  }: ScriptedBlock): RunBlock {
    const output = this.keep(JSON.stringify(parts)).sha256;
    const artefacts = files.map(this.artefact);
    return {
      on: 'session',
      end,
      words: this.keep('Execution result: '),
      output,
      artefacts,
      rebuilt,
    };
  }

  private readonly artefact = ({ name, mime, content }: GivenFile): Artefact => ({
    name,
    mime,
    bytes: content.length,
    sha256: this.keep(Buffer.from(content).toString('base64')).sha256,
  });

  private keep(text: string): { readonly sha256: string; readonly excerpt: string } {
    const sha256 = createHash('sha256').update(text).digest('hex');
    this.texts.set(sha256, text);
    return { sha256, excerpt: text.slice(0, 20) };
  }

  private add(event: DialogueEvent): void {
    this.events.push(event);
    this.tell({ kind: 'event', place: this.events.length - 1, event });
  }

  private tell(news: ChatNews): void {
    for (const hear of this.looking) hear(news);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }
}

/** The one chat, however it is asked for. */
export function scriptedDoor(chat: ScriptedChat): ChatDoor {
  return {
    open: async () => chat,
    attach: async (id) => {
      if (id === chat.id) return chat;
      throw new UsageError(`there is no chat ${id}`, '`espalier chat list` has them', {
        code: 'CHAT_UNKNOWN',
      });
    },
    list: async () => [
      {
        id: chat.id,
        status: 'open',
        model: 'simulated',
        messages: chat.said.length,
        touchedAtMs: 0,
        about: chat.said[0]?.text ?? '',
      },
    ],
    export: async (_id, folder) => ({ directory: folder, files: ['messages.json'] }),
  };
}
