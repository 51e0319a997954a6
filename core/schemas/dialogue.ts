import { z } from 'zod';

import { CallRef, finishReasons } from './model';
import { TextRef } from './text';
import { verdictKinds } from './verdict';

/**
 * Who tells the model what is wrong: what running it said, a model that plays a person (and, as `oracle`, sees the reference),
 * a person, or nobody, who says no more than that it is not accepted.
 */
export const feedbackSources = ['execution', 'human', 'oracle', 'person', 'none'] as const;
export type FeedbackSource = (typeof feedbackSources)[number];

/** Which tests a round is run on, and so shown: the visible ones, the data set's base tests, all that judge, or none. */
export const feedbackTests = ['public', 'base', 'same', 'none'] as const;
export type FeedbackTests = (typeof feedbackTests)[number];

/** Words and prompts: ours, or those of OpenCodeInterpreter's evaluation to the byte where its code fixes them. */
export const refinementPromptSets = ['espalier', 'oci'] as const;
export type RefinementPromptSet = (typeof refinementPromptSets)[number];

/** Why a dialogue ended. */
export const dialogueStops = [
  'no-code',
  'passed',
  'no-error',
  'max-rounds',
  'approved',
  'stopped',
  'budget',
] as const;
export type DialogueStop = (typeof dialogueStops)[number];

/** How long a person is waited for, ms. */
export const Patience = z.strictObject({
  remindEveryMs: z.int().positive(),
  /** Then the simulated person answers in their place. */
  expireAfterMs: z.int().positive(),
});
export type Patience = z.infer<typeof Patience>;

/** What came of running a program, as the rows of the feedback table name it (OpenCodeInterpreter, evaluation code). */
export const feedbackKinds = [
  'passed',
  'wrong-output',
  'exception',
  'assertion',
  'missing-entry',
  'timeout',
  'memory',
  'output',
  'crash',
  'no-program',
  /** No tests: it loads and defines what is asked for. */
  'loads',
] as const;
export type FeedbackKind = (typeof feedbackKinds)[number];

/** A round's program on the tests that feedback is taken from. */
export const TestedProgram = z.strictObject({
  on: z.literal('tests'),
  kind: z.enum(feedbackKinds),
  verdict: z.enum(verdictKinds),
  passed: z.int().nonnegative(),
  total: z.int().positive(),
  /** What execution says of it, in the words of the prompt set. Its excerpt is empty where the tests are hidden ones. */
  words: TextRef,
  timeSensitive: z.boolean(),
  /** As in the provenance of its result. */
  freshCells: z.int().nonnegative().optional(),
});
export type TestedProgram = z.infer<typeof TestedProgram>;

/** How a block in an interpreter session ended. `lost`: everything that earlier blocks had made is gone. */
export const blockEnds = [
  'finished',
  'raised',
  /** Took too long, was interrupted and stopped; what it had made so far is there. */
  'interrupted',
  /** The process is gone: it would not be interrupted, used up its memory, or ended itself. */
  'lost',
  /** Not run: it asks for input. */
  'input-refused',
] as const;
export type BlockEnd = (typeof blockEnds)[number];

/** A file, image or table that a block made, or a person gave. */
export const Artefact = z.strictObject({
  name: z.string(),
  mime: z.string(),
  bytes: z.int().nonnegative(),
  /** Of the stored text: its content in base 64. */
  sha256: z.string().length(64),
});
export type Artefact = z.infer<typeof Artefact>;

/** A round's block in the session of its dialogue. */
export const RunBlock = z.strictObject({
  on: z.literal('session'),
  end: z.enum(blockEnds),
  /** What the model is told of it. */
  words: TextRef,
  /** sha256 of the stored `BlockOutput` as JSON: everything that it wrote, in order. */
  output: z.string().length(64),
  artefacts: z.array(Artefact),
  /** The session had been put away or had crashed, and was made again by running so many earlier blocks. */
  rebuilt: z
    .strictObject({
      blocks: z.int().nonnegative(),
      /** Ids of the rounds whose block gave something else this time. */
      different: z.array(z.string()),
    })
    .nullable(),
});
export type RunBlock = z.infer<typeof RunBlock>;

export const Execution = z.discriminatedUnion('on', [TestedProgram, RunBlock]);
export type Execution = z.infer<typeof Execution>;

/** What the model is told after a round. */
export const Feedback = z.strictObject({
  source: z.enum(feedbackSources),
  text: TextRef,
  /** Of a simulated person: why an earlier answer of theirs was asked anew, in a word each (`too-long`, `code`, `reveals`). */
  refused: z.array(z.string()),
  /** No acceptable answer came: a fixed sentence stands in its place. */
  neutral: z.boolean(),
});
export type Feedback = z.infer<typeof Feedback>;

/** One reply of the model, and what came of it. */
export const Round = z.strictObject({
  /** `r` + ordinal + 1: unique over all branches. */
  id: z.string(),
  /** Of the reply in its dialogue, from 0, over all branches: its draw. */
  ordinal: z.int().nonnegative(),
  /** The round before it in its branch; null: the first. */
  parent: z.string().nullable(),
  /** Place in its branch, from 1. */
  number: z.int().min(1),
  reply: TextRef,
  finishReason: z.enum(finishReasons),
  /** sha256 of the program or block in the reply; null: it holds none. */
  program: z.string().length(64).nullable(),
  /** How the code came. */
  via: z.enum(['fence', 'tool']).nullable(),
  execution: Execution.nullable(),
  /** null: there is no next round, or a person is still to answer. */
  feedback: Feedback.nullable(),
  /** Messages of earlier rounds that its request had no room for. */
  trimmed: z.int().nonnegative(),
  /** Of all its calls. */
  tokens: z.int().nonnegative(),
  calls: z.array(CallRef),
});
export type Round = z.infer<typeof Round>;

/** What happened in a dialogue, in the order in which it did; all of it lies in the store, and is all that is needed to go on. */
export const DialogueEvent = z.discriminatedUnion('kind', [
  /** Of a chat: begins a turn. */
  z.strictObject({
    kind: z.literal('message-given'),
    text: TextRef,
    files: z.array(Artefact),
  }),
  z.strictObject({ kind: z.literal('round-made'), round: Round }),
  /** A person's words on the newest round, or of whoever answers in their place. */
  z.strictObject({
    kind: z.literal('feedback-given'),
    /** Of its calls; absent: it has none. */
    tokens: z.int().nonnegative().optional(),
    round: z.string(),
    feedback: Feedback,
    calls: z.array(CallRef),
  }),
  z.strictObject({ kind: z.literal('approved') }),
  z.strictObject({ kind: z.literal('stopped') }),
  /** Goes on behind this round's predecessor: the round and what came after stays as a branch. */
  z.strictObject({ kind: z.literal('retried-from'), round: z.string() }),
  /** Of a chat: a person ran a block of their own in the session; the model hears of it with the next message. */
  z.strictObject({
    kind: z.literal('block-run'),
    /** `b` + its place among the events. */
    id: z.string(),
    program: z.string().length(64),
    execution: RunBlock,
  }),
  /** Of a chat: the model that answers from here on. */
  z.strictObject({ kind: z.literal('model-chosen'), model: z.string().min(1) }),
  /** Of a chat: the turn under way was given up, by the person or, for a cause, for good. */
  z.strictObject({ kind: z.literal('turn-ended'), cause: z.string().optional() }),
  /** Of a chat: the last turn is no part of the conversation any more. */
  z.strictObject({ kind: z.literal('turn-undone') }),
]);
export type DialogueEvent = z.infer<typeof DialogueEvent>;
