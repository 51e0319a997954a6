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

/** What `refine-solution` starts from, or goes on with. */
export interface DialogueStart {
  /** All that its events come to. */
  readonly state: DialogueState;
  /** It was finished before: nothing to do. */
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
  /** Of a chat: the block stood in this turn before, and ran without an error. */
  readonly repeats: boolean;
};

export interface GivenFeedback {
  readonly feedback: Feedback;
  readonly calls: readonly CallRef[];
  readonly tokens: number;
}

/** What the workflows of a dialogue ask of the world, beside what every kind of work does. Each is safe to run twice. */
export interface DialoguePorts {
  readonly beginDialogue: (input: {
    readonly attempt: AttemptKey;
    readonly position: number;
  }) => Promise<DialogueStart>;
  /**
   * The dialogue's `place`-th event; the same one there already is nothing new.
   * @returns null, or what was recorded from this place on, by somebody who went on with the same dialogue
   */
  readonly recordEvent: (input: {
    readonly attempt: AttemptKey;
    readonly place: number;
    readonly event: DialogueEvent;
  }) => Promise<readonly DialogueEvent[] | null>;
  readonly generateReply: (input: OfRound) => Promise<GeneratedReply>;
  /** Runs the program on the tests that feedback is taken from, or the block in the dialogue's session. */
  readonly executeProgram: (input: OfRound & { readonly program: string }) => Promise<Execution>;
  /** Of a chat: a person's own block. */
  readonly executeBlock: (input: {
    readonly attempt: AttemptKey;
    readonly id: string;
    readonly program: string;
  }) => Promise<RunBlock>;
  readonly giveFeedback: (
    input: OfRound & {
      readonly program: string;
      readonly execution: Execution;
      /** Who plays the person. */
      readonly source: Extract<FeedbackSource, 'human' | 'oracle'>;
    },
  ) => Promise<GivenFeedback>;
  /**
   * A person is waited for: says so where people look.
   * @returns for how long already, ms: since the newest event, whichever workflow began to wait
   */
  readonly remindPerson: (input: {
    readonly attempt: AttemptKey;
    readonly patience: Patience;
  }) => Promise<number>;
  /** Grades every distinct program of a run's dialogue and writes the attempt's record; of a chat, that it has ended. */
  readonly finishDialogue: (input: {
    readonly attempt: AttemptKey;
    readonly outcome: DialogueOutcome;
  }) => Promise<AttemptSummary>;
}

export interface ChatRecord {
  readonly id: string;
  readonly config: ChatConfig;
  readonly status: ChatStatus;
  /** Waiting for infrastructure, and why; null when it is not. */
  readonly waiting: string | null;
  readonly createdAtMs: number;
  /** When its newest event was recorded. */
  readonly touchedAtMs: number;
}

/** A chat as it is listed. */
export interface ChatSummary extends ChatRecord {
  /** Of the person's, those taken back included. */
  readonly messages: number;
  /** The first one's beginning; empty: there is none yet. */
  readonly about: string;
}

/** A part of what is being said or written right now, for whoever looks on. */
export interface LiveWords {
  /** Grows by one with each part of its round. */
  readonly place: number;
  /** Its `liveName`. */
  readonly round: string;
  /** `reply`: a piece of the model's text. `output`: JSON of an `OutputPart`. `restart`, `output-restart`: what was said, or what the block wrote, so far does not count. */
  readonly kind: 'reply' | 'output' | 'restart' | 'output-restart';
  readonly text: string;
}

/** What dialogues need to go on, and what is shown of them while they do. A chat is known by its id as `run`. */
export interface DialogueStore {
  /** @throws DialogueMovedError when another event is at this place */
  readonly addEvent: (key: AttemptKey, place: number, event: DialogueEvent) => Promise<void>;
  /** When the newest one was recorded, ms since 1970; null: there is none. */
  readonly newestEventAtMs: (key: AttemptKey) => Promise<number | null>;
  /** In order of place. */
  readonly events: (key: AttemptKey, from?: number) => Promise<readonly DialogueEvent[]>;
  /** What running a block came to, so that no retry runs it again. `block` names it and everything that had run before. */
  readonly saveBlock: (key: AttemptKey, block: string, result: RunBlock) => Promise<void>;
  readonly block: (key: AttemptKey, block: string) => Promise<RunBlock | null>;

  /** Keeps the existing record when there is one with this id. */
  readonly createChat: (id: string, config: ChatConfig) => Promise<ChatRecord>;
  readonly chat: (id: string) => Promise<ChatRecord | null>;
  /** The one touched last comes first. */
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
  /** The round is made, or the block has run: the event has what was said. */
  readonly forgetLive: (key: AttemptKey, round: string) => Promise<void>;
}
