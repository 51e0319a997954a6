import { z } from 'zod';

import { CallRef } from './model';
import { TextRef } from './text';
import { verdictKinds } from './verdict';

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

const PassedOf = z.strictObject({ passed: z.int().nonnegative(), total: z.int().nonnegative() });

/** What running the visible tests said of a node's program. */
export const VisibleResult = z.strictObject({
  /** `passed` when all passed, else the kind of the first that did not. */
  kind: z.enum(verdictKinds),
  passed: z.int().nonnegative(),
  total: z.int().positive(),
  /** The text shown to models (rules 7: a pure function of program and tests). */
  feedback: TextRef,
  timeSensitive: z.boolean(),
  /** Of a patch: tests of the repository that passed before any change, one by one, and scripts that reproduce the issue. */
  groups: z.strictObject({ regression: PassedOf, reproduction: PassedOf }).optional(),
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
  /** sha256 of the program as it counts among equal ones: of a patch without comments, docstrings and layout. Absent: none is made. */
  vote: z.string().optional(),
  /** sha256 of the steps by which an agent with a shell made it (core/search/bash-agent/trajectory.ts). Absent: no such agent did. */
  trajectory: z.string().length(64).optional(),
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
