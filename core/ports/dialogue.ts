import type { ChatConfig, ChatStatus } from '../schemas/chat';
import type {
  DialogueEvent,
  Execution,
  Feedback,
  FeedbackSource,
  Patience,
  Round,
  RunBlock,
} from '../schemas/dialogue';
import type { DialogueOutcome } from '../kinds/dialogue/schema';
import type { DialogueState } from '../refinement/dialogue-state';
import type { CallRef } from '../schemas/model';
import type { AttemptKey } from '../durable/attempt-key';
import type { AttemptSummary } from './work';
import type { PlannedRound } from '../refinement/planned-round';

/** Start of `refine-solution`, new or continued. */
export interface DialogueStart {
  /** State after all its events. */
  readonly state: DialogueState;
  /** The dialogue was finished before. Nothing is left to do. */
  readonly finished: AttemptSummary | null;
}

interface OfRound {
  readonly attempt: AttemptKey;
  readonly round: PlannedRound;
}

export type GeneratedReply = Pick<
  Round,
  'reply' | 'finishReason' | 'program' | 'via' | 'trimmed' | 'tokens' | 'calls'
> & {
  /** Chats: the block was in this turn before, and ran without an error. */
  readonly repeats: boolean;
};

export interface GivenFeedback {
  readonly feedback: Feedback;
  readonly calls: readonly CallRef[];
  readonly tokens: number;
}

/** The activities of dialogues, beside those of every kind of work. Each is safe to run twice. */
export interface DialoguePorts {
  readonly beginDialogue: (input: {
    readonly attempt: AttemptKey;
    readonly position: number;
  }) => Promise<DialogueStart>;
  /**
   * Records the event at this place. The same event at the same place changes nothing.
   * @returns null, or the events from this place on that another workflow of the same dialogue recorded
   */
  readonly recordEvent: (input: {
    readonly attempt: AttemptKey;
    readonly place: number;
    readonly event: DialogueEvent;
  }) => Promise<readonly DialogueEvent[] | null>;
  readonly generateReply: (input: OfRound) => Promise<GeneratedReply>;
  /** Runs the program on the tests that give feedback, or runs the block in the session of the dialogue. */
  readonly executeProgram: (input: OfRound & { readonly program: string }) => Promise<Execution>;
  /** Chats: runs a block of the person. */
  readonly executeBlock: (input: {
    readonly attempt: AttemptKey;
    readonly id: string;
    readonly program: string;
  }) => Promise<RunBlock>;
  readonly giveFeedback: (
    input: OfRound & {
      readonly program: string;
      readonly execution: Execution;
      /** Asks the simulated person. */
      readonly source: Extract<FeedbackSource, 'human' | 'oracle'>;
    },
  ) => Promise<GivenFeedback>;
  /** Shows that a person is awaited. @returns ms of waiting since the newest event, whichever workflow began to wait */
  readonly remindPerson: (input: {
    readonly attempt: AttemptKey;
    readonly patience: Patience;
  }) => Promise<number>;
  /** Grades every distinct program of a run's dialogue and records the attempt. For a chat, it records the end. */
  readonly finishDialogue: (input: {
    readonly attempt: AttemptKey;
    readonly outcome: DialogueOutcome;
  }) => Promise<AttemptSummary>;
}

export interface ChatRecord {
  readonly id: string;
  readonly config: ChatConfig;
  readonly status: ChatStatus;
  /** Why the chat waits for infrastructure. null: it does not wait. */
  readonly waiting: string | null;
  readonly createdAtMs: number;
  /** Time of its newest event. */
  readonly touchedAtMs: number;
}

/** A chat as it is listed. */
export interface ChatSummary extends ChatRecord {
  /** Number of messages of the person, including those that were taken back. */
  readonly messages: number;
  /** Beginning of the first message. Empty: there is none yet. */
  readonly about: string;
}

/** A part of the text that is being written now, for watchers. */
export interface LiveWords {
  /** Grows by one with each part of its round. */
  readonly place: number;
  /** Its `liveName`. */
  readonly round: string;
  /** `reply`: text of the model. `output`: JSON of an `OutputPart`. `restart`, `output-restart`: earlier text is void. */
  readonly kind: 'reply' | 'output' | 'restart' | 'output-restart';
  readonly text: string;
}

/** Store of dialogues: what they need to continue, and what is shown meanwhile. A chat is known by its id as `run`. */
export interface DialogueStore {
  /** @throws DialogueMovedError when another event is at this place */
  readonly addEvent: (key: AttemptKey, place: number, event: DialogueEvent) => Promise<void>;
  /** Time of the newest event, in ms since 1970. null: there is none. */
  readonly newestEventAtMs: (key: AttemptKey) => Promise<number | null>;
  /** In order of place. */
  readonly events: (key: AttemptKey, from?: number) => Promise<readonly DialogueEvent[]>;
  /** Result of running a block, so that no retry runs it again. `block` names it and everything that ran before it. */
  readonly saveBlock: (key: AttemptKey, block: string, result: RunBlock) => Promise<void>;
  readonly block: (key: AttemptKey, block: string) => Promise<RunBlock | null>;

  /** Keeps the existing record when there is one with this id. */
  readonly createChat: (id: string, config: ChatConfig) => Promise<ChatRecord>;
  readonly chat: (id: string) => Promise<ChatRecord | null>;
  /** The most recently changed chat comes first. */
  readonly chats: () => Promise<readonly ChatSummary[]>;
  readonly setChatStatus: (id: string, status: ChatStatus) => Promise<void>;
  readonly setChatWaiting: (id: string, why: string | null) => Promise<void>;

  readonly sayLive: (key: AttemptKey, words: Omit<LiveWords, 'place'>) => Promise<void>;
  /** Parts of the round behind a place, in order. */
  readonly heardLive: (
    key: AttemptKey,
    round: string,
    after: number,
  ) => Promise<readonly LiveWords[]>;
  /** The round is made, or the block has run. The event now holds the text. */
  readonly forgetLive: (key: AttemptKey, round: string) => Promise<void>;
}
