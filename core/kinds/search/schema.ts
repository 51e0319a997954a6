import { z } from 'zod';

import { usualPrompts } from '../../names/prompt-choice';
import { CallRef } from '../../schemas/model';
import { SearchPrompts } from '../../schemas/prompts';
import { finishReasonsOfSearch, Plan, SearchNode } from '../../schemas/search';
import { TextRef } from '../../schemas/text';
import { answerRules, usualAnswerRule } from '../../names/answer-rules';
import { usualBudget } from '../../names/usual-values';

/** What a search's part of a run's configuration is. */
export const searchMembers = {
  kind: z.literal('search'),
  /** Generated programs per problem. */
  budget: z.int().min(1).default(usualBudget),
  search: z.strictObject({
    maxDepth: z.int().min(1).default(3),
    /** Most strategies, and most reflections per node. */
    width: z.int().min(1).max(100).default(10),
    /** Of a search that accepts nothing. Absent: `best`; so runs from before there was another rule keep their ids. */
    answer: z.enum(answerRules).exclude([usualAnswerRule]).optional(),
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

export const searchSchemas = {
  config: searchMembers,
  outcome: SearchOutcome,
  purpose: SearchPurpose,
  steering: SearchSteering,
} as const;
