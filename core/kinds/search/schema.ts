import { z } from 'zod';

import { usualPrompts } from '../../names/prompt-choice';
import { CallRef } from '../../schemas/model';
import { SearchPrompts } from '../../schemas/prompts';
import { finishReasonsOfSearch, Plan, SearchNode } from '../../schemas/search';
import { TextRef } from '../../schemas/text';
import { answerRules, usualAnswerRule } from '../../names/answer-rules';
import type { PreparationSetting } from '../../names/usual-preparation';
import { usualBudget } from '../../names/usual-values';

/** The part of the configuration of a run for searches. */
export const searchMembers = {
  kind: z.literal('search'),
  /** Generated programs per problem. */
  budget: z.int().min(1).default(usualBudget),
  search: z.strictObject({
    maxDepth: z.int().min(1).default(3),
    /** Maximum number of strategies, and of reflections per node. */
    width: z.int().min(1).max(100).default(10),
    /** Answer rule of a search that accepts no program. Absent: `best`, so that earlier runs keep their ids. */
    answer: z.enum(answerRules).exclude([usualAnswerRule]).optional(),
  }),
  prompts: SearchPrompts.default(usualPrompts),
  /** How issues of repositories are prepared (core/patches/preparation.ts). Absent members: as usual, so that earlier runs keep their ids. */
  preparation: z
    .strictObject({
      reproductionScripts: z.int().nonnegative(),
      regressionFiles: z.int().nonnegative(),
      regressionMinutes: z.int().positive(),
      fileTreeTokens: z.int().positive(),
      skeletonTokens: z.int().positive(),
      codeTokens: z.int().positive(),
      locationSetTokens: z.int().positive(),
    } satisfies { readonly [Name in PreparationSetting]: z.ZodType<number> })
    .partial()
    .optional(),
  /** Limits of an agent with a shell. Absent members: as usual. */
  shell: z
    .strictObject({ steps: z.int().positive(), tokens: z.int().positive() })
    .partial()
    .optional(),
};

/** The purpose of a model call of a search. */
export const SearchPurpose = z.object({
  kind: z.literal('search'),
  /** Node id, or `root` for calls before the first node. */
  node: z.string(),
});

/** The record of one attempt's search when it has ended. */
export const SearchOutcome = z.strictObject({
  kind: z.literal('search'),
  finish: z.enum(finishReasonsOfSearch),
  nodes: z.array(SearchNode),
  strategies: z.array(TextRef),
  /** Plans in the order in which they were made. Absent: the method makes none. */
  plans: z.array(Plan).optional(),
  /** Calls that serve no single node: for strategies and plans. */
  rootCalls: z.array(CallRef),
  /** The answer at the end of the search. null: the search made no program. */
  answer: z.string().nullable(),
  /** `answers[k]` = the node that would have been the answer after k+1 generated programs. */
  answers: z.array(z.string().nullable()),
  /** Fallback values after an unreadable reply and the request to correct it, by role. */
  neutralValues: z.record(z.string(), z.int().nonnegative()),
  steered: z.boolean(),
  /**
   * Nodes that were made ahead of a turn that never came, by ordinal. They are paid, and are in no tree, curve or budget. A
   * node that was given up while it was made is not here. Absent: no such node.
   */
  speculative: z.array(SearchNode).optional(),
});
export type SearchOutcome = z.infer<typeof SearchOutcome>;

/** An accepted update with its place in the order of events of the attempt. */
export const SteeringEntry = z.strictObject({
  /** Number of events of the attempt when the update took effect. */
  place: z.int().nonnegative(),
  action: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('add-strategy'), strategy: TextRef }),
    z.strictObject({ kind: z.literal('abort-node'), node: z.string() }),
    z.strictObject({ kind: z.literal('accept-node'), node: z.string() }),
  ]),
});
export type SteeringEntry = z.infer<typeof SteeringEntry>;

/** The same, among the updates of every kind of work. */
export const SearchSteering = SteeringEntry.extend({ kind: z.literal('search') });

export const searchSchemas = {
  config: searchMembers,
  outcome: SearchOutcome,
  purpose: SearchPurpose,
  steering: SearchSteering,
} as const;
