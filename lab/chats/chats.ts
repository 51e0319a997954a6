import type { ChatConfig, ChatStatus } from '../../core/schemas/chat';
import type { DialogueEvent } from '../../core/schemas/dialogue';
import type { LiveWords } from '../../core/ports/dialogue';

/** A file that goes with a message. */
export interface GivenFile {
  readonly name: string;
  readonly mime: string;
  readonly content: Uint8Array;
}

/** Events for watchers, in order. */
export type ChatNews =
  | { readonly kind: 'live'; readonly words: LiveWords }
  | { readonly kind: 'event'; readonly place: number; readonly event: DialogueEvent }
  /** No workflow runs. The chat waits for a person. */
  | { readonly kind: 'waiting' }
  /** The chat waits for infrastructure, with the reason. */
  | { readonly kind: 'trouble'; readonly why: string };

/** One chat. Several callers may talk to it at the same time: the second caller in a turn is refused (`CHAT_BUSY`). */
export interface Chat {
  readonly id: string;
  readonly config: ChatConfig;
  /** @throws UsageError (`CHAT_BUSY`) while a turn is under way; (`CHAT_ENDED`) */
  readonly say: (text: string, files?: readonly GivenFile[]) => Promise<void>;
  /** Runs a block of the person in the session. Resolves when it has run. */
  readonly run: (code: string) => Promise<void>;
  /** Gives up the turn under way. Without one, it does nothing. */
  readonly endTurn: () => Promise<void>;
  /** Removes the last turn from the conversation. Returns the message of the person in it. null: there is no turn. */
  readonly undo: () => Promise<string | null>;
  /** Makes the replies of the last turn again, from this round or from the first. */
  readonly retry: (round?: string) => Promise<void>;
  readonly chooseModel: (model: string) => Promise<void>;
  /** Ends the chat. It cannot be continued. */
  readonly end: () => Promise<void>;
  /** Yields all events from the first, then live events until `signal` is aborted. */
  readonly follow: (signal: AbortSignal, from?: number) => AsyncIterable<ChatNews>;
  readonly text: (sha256: string) => Promise<string>;
  /** Calls, tokens and dollars so far; null: a price is unknown. */
  readonly cost: () => Promise<{
    readonly calls: number;
    readonly promptTokens: number;
    readonly completionTokens: number;
    readonly costUsd: number | null;
    /** HTTP requests beyond the first of each question: an upper bound, and the number that is certain. */
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
  /** Beginning of the first message. */
  readonly about: string;
}
