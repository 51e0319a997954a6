import type { ChatConfig, ChatStatus } from '../../core/schemas/chat';
import type { DialogueEvent } from '../../core/schemas/dialogue';
import type { LiveWords } from '../../core/ports/dialogue';

/** What a chat is asked for with; only the model is required. */
export interface ChatRequest {
  /** `simulated`, or the name of a model that the endpoint in OPENAI_BASE_URL has. */
  readonly model: string;
  /** With `simulated`: file of `{turns: [{say, replies}]}`, which the model answers from. */
  readonly script?: string | undefined;
  readonly seed?: number | undefined;
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly blocks?: number | undefined;
  readonly tools?: boolean | undefined;
  /** Wall clock of one block, s. */
  readonly blockSeconds?: number | undefined;
  readonly memoryMb?: number | undefined;
  readonly contextTokens?: number | undefined;
}

/** A file that goes with a message. */
export interface GivenFile {
  readonly name: string;
  readonly mime: string;
  readonly content: Uint8Array;
}

/** What whoever looks on is told, in order. */
export type ChatNews =
  | { readonly kind: 'live'; readonly words: LiveWords }
  | { readonly kind: 'event'; readonly place: number; readonly event: DialogueEvent }
  /** Nobody works on it: it waits for a person. */
  | { readonly kind: 'waiting' }
  /** Infrastructure is waited for, and why. */
  | { readonly kind: 'trouble'; readonly why: string };

/** One chat that can be talked to, also by several at once: who comes second in a turn is told so (`CHAT_BUSY`). */
export interface Chat {
  readonly id: string;
  readonly config: ChatConfig;
  /** @throws UsageError (`CHAT_BUSY`) while a turn is under way; (`CHAT_ENDED`) */
  readonly say: (text: string, files?: readonly GivenFile[]) => Promise<void>;
  /** Runs a block of the person's own in the session; resolves when it has run. */
  readonly run: (code: string) => Promise<void>;
  /** Gives the turn under way up; nothing when there is none. */
  readonly endTurn: () => Promise<void>;
  /** Takes the last turn out of the conversation. Returns what the person had said in it; null: there is none. */
  readonly undo: () => Promise<string | null>;
  /** Makes the last turn's replies anew, from this round or its first. */
  readonly retry: (round?: string) => Promise<void>;
  readonly chooseModel: (model: string) => Promise<void>;
  /** Ends it for good. */
  readonly end: () => Promise<void>;
  /** Everything from its first event, then live until `signal` is aborted. */
  readonly follow: (signal: AbortSignal, from?: number) => AsyncIterable<ChatNews>;
  readonly text: (sha256: string) => Promise<string>;
  /** Calls, tokens and dollars so far; null: a price is unknown. */
  readonly cost: () => Promise<{
    readonly calls: number;
    readonly promptTokens: number;
    readonly completionTokens: number;
    readonly costUsd: number | null;
    /** HTTP requests beyond a question's first: at most so many, and so many for certain. */
    readonly repeatedCalls: number;
    readonly knownRepeatedCalls: number;
  }>;
}

export interface ListedChat {
  readonly id: string;
  readonly status: ChatStatus;
  readonly model: string;
  readonly messages: number;
  readonly touchedAtMs: number;
  /** The first message's beginning. */
  readonly about: string;
}
