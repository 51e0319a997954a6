import { z } from 'zod';

import { CallRef } from './model';
import { usualPrompts } from '../agents/prompt-sets/prompt-choice';
import { answerRules } from '../search/answer-rule';
import { SearchPrompts } from './prompts';
import { TextRef } from './text';
import { verdictKinds } from './verdict';

/** What a search's part of a run's configuration is. */
export const searchMembers = {
  kind: z.literal('search'),
  /** Generated programs per problem. */
  budget: z.int().min(1).default(20),
  search: z.strictObject({
    maxDepth: z.int().min(1).default(3),
    /** Most strategies, and most reflections per node. */
    width: z.int().min(1).max(100).default(10),
    /** Of a search that accepts nothing. Absent: `best`; so runs from before there was another rule keep their ids. */
    answer: z.enum(answerRules).exclude(['best']).optional(),
  }),
  /** What the agents are asked with. */
  prompts: SearchPrompts.default(usualPrompts),
};

/** What a model call of a search was used for. */
export const SearchPurpose = z.object({
  kind: z.literal('search'),
  /** Node id, or `root` for calls before the first node. */
  node: z.string(),
});

/** Why a search ended. */
export const finishReasonsOfSearch = [
  'accepted',
  'solved-visible',
  'budget-exhausted',
  'frontier-empty',
  'steered-accept',
  'cancelled',
] as const;
export type SearchFinish = (typeof finishReasonsOfSearch)[number];

/** What running the visible tests said of a node's program. */
export const VisibleResult = z.strictObject({
  /** `passed` when all passed, else the kind of the first that did not. */
  kind: z.enum(verdictKinds),
  passed: z.int().nonnegative(),
  total: z.int().positive(),
  /** The text shown to models (rules 7: a pure function of program and tests). */
  feedback: TextRef,
  timeSensitive: z.boolean(),
  /** As in the provenance of its result. */
  freshCells: z.int().nonnegative().optional(),
});
export type VisibleResult = z.infer<typeof VisibleResult>;

export const Critique = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** A failing program: 0 (error or time-out) to 5 (outputs match). */
  z.strictObject({
    kind: z.literal('score'),
    score: z.int().min(0).max(5),
    words: TextRef,
    neutral: z.boolean(),
  }),
  /** A program that passed every visible test. */
  z.strictObject({
    kind: z.literal('verification'),
    accepted: z.boolean(),
    words: TextRef,
    neutral: z.boolean(),
  }),
]);
export type Critique = z.infer<typeof Critique>;

export const decisions = ['refine', 'abort', 'accept'] as const;
export type Decision = (typeof decisions)[number];

/** A generated solution and its place in the tree. The root (the problem) has no node. */
export const SearchNode = z.strictObject({
  /** `n` + ordinal. */
  id: z.string(),
  /** Of the generated solution in its attempt, from 0; reserved when the expansion is scheduled. */
  ordinal: z.int().nonnegative(),
  parent: z.string().nullable(),
  /** 1 for a node made from a strategy. */
  depth: z.int().min(1),
  strategy: TextRef.nullable(),
  reflection: TextRef.nullable(),
  /** sha256 of the extracted program; null: the reply held none, or the node was aborted in the making. */
  program: z.string().length(64).nullable(),
  /** null: nothing was run (aborted in flight). */
  visible: VisibleResult.nullable(),
  critique: Critique,
  /** What agents wrote of it that decides nothing, by role; absent: nothing. */
  words: z.record(z.string(), TextRef).optional(),
  /** passed fraction + critic part (CodeTree eq. 7); 0 without a program. */
  score: z.number(),
  /** null for methods without a critic. */
  decision: z.enum(decisions).nullable(),
  /** The person who aborted or accepted it, as opposed to the critic. */
  steered: z.enum(['aborted', 'accepted']).nullable(),
  calls: z.array(CallRef),
});
export type SearchNode = z.infer<typeof SearchNode>;

/** A plan made before the first program (MapCoder). */
export const Plan = z.strictObject({
  /** Similar problem, with its own plan, that it was made after; null: none was recalled. */
  example: TextRef.nullable(),
  plan: TextRef,
  /** 0 to 100, by the word of whoever made it. */
  confidence: z.number().min(0).max(100),
});
export type Plan = z.infer<typeof Plan>;

/** The record of one attempt's search when it has ended. */
export const SearchOutcome = z.strictObject({
  kind: z.literal('search'),
  finish: z.enum(finishReasonsOfSearch),
  nodes: z.array(SearchNode),
  strategies: z.array(TextRef),
  /** In the order they were made; absent: the method makes none. */
  plans: z.array(Plan).optional(),
  /** Calls that serve no single node: for strategies and plans. */
  rootCalls: z.array(CallRef),
  /** The answer when the search ended; null without any program. */
  answer: z.string().nullable(),
  /** `answers[k]` = the node that would have been the answer after k+1 generated programs. */
  answers: z.array(z.string().nullable()),
  /** Neutral values taken after an unreadable reply and its repair question, by role. */
  neutralValues: z.record(z.string(), z.int().nonnegative()),
  steered: z.boolean(),
  /**
   * What was made ahead of a turn that never came, in ordinal order: paid, and in no tree, curve or budget. One that was given
   * up in the making is not here. Absent: nothing was begun ahead that was not needed.
   */
  speculative: z.array(SearchNode).optional(),
});
export type SearchOutcome = z.infer<typeof SearchOutcome>;

/** One accepted update, with its place in the attempt's order of events. */
export const SteeringEntry = z.strictObject({
  /** The attempt's event count when it took effect. */
  place: z.int().nonnegative(),
  action: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('add-strategy'), strategy: TextRef }),
    z.strictObject({ kind: z.literal('abort-node'), node: z.string() }),
    z.strictObject({ kind: z.literal('accept-node'), node: z.string() }),
  ]),
});
export type SteeringEntry = z.infer<typeof SteeringEntry>;

/** The same, among those of every kind of work. */
export const SearchSteering = SteeringEntry.extend({ kind: z.literal('search') });
