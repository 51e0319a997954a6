import { z } from 'zod';

import { filterFlags } from '../../core/names/filters';
import type { FilterFlag } from '../../core/names/filters';
import { defaultMaxRounds } from '../../core/repository/plan/plan';
import { generators } from '../../core/names/harness-plan';
import type { Generator } from '../../core/names/harness-plan';
import { mostAtATime } from '../../core/work/most-at-a-time';
import { checkRequest } from '../planning/check-request';
import type { NumberRange } from '../planning/number-range';
import { freshName, name, numberIn, oneOf } from '../planning/request-members';

/** What environments are asked for with: repositories, and how harnesses are built in them. Only the sources are required. */
export interface EnvironmentRequest {
  /** Each a folder, the address of a git repository, or `name==version` of a source distribution on the package index. */
  readonly sources?: readonly string[] | undefined;
  /**
   * A file with more of them, a line each: the source, and behind a blank or a tab its revision, if it has one. `#` begins a
   * comment. Folders are taken from where the file lies.
   */
  readonly from?: string | undefined;
  /** Of the one source: a branch, a tag or a commit; default what is checked out, or the default branch. */
  readonly revision?: string | undefined;
  /** As of a run, and `none`: default; nobody is asked. */
  readonly model?: string | undefined;
  /** Rounds of the model for one function, 1 to 20; default 3. */
  readonly maxRounds?: number | undefined;
  /** Who makes cases, in this order; default `traces`, `hypothesis`, `transplant`, and with a model `model`. */
  readonly generators?: readonly Generator[] | undefined;
  /** Ids (`path::qualname#n`) or their beginnings: harnesses for these alone; default for all that pass the filters. */
  readonly functions?: readonly string[] | undefined;
  /** Harnesses for so many functions of each repository at most; default for all. */
  readonly limit?: number | undefined;
  /** R2E's filters that are left out, by the names of its switches. */
  readonly disableFilter?: readonly FilterFlag[] | undefined;
  /** Least share of branches that a harness reaches, 0 to 1; default 0.8. */
  readonly minCoverage?: number | undefined;
  /** Least share of mutants that it tells from the function, 0 to 1; default 0.8. */
  readonly minMutation?: number | undefined;
  /** Most model calls for one repository; default no limit. */
  readonly maxCalls?: number | undefined;
  /** Most tokens of them; default no limit. */
  readonly tokenBudget?: number | undefined;
  /** Most that they cost, US dollars; default no limit. */
  readonly maxCost?: number | undefined;
  /** Longest reply, tokens; default 4096. */
  readonly maxTokens?: number | undefined;
  /** Repositories at a time, 1 to 1000; default 2. No part of what the run is. */
  readonly concurrency?: number | undefined;
  /** ISO time: the package index as it was then; default the start of this day, UTC. */
  readonly indexUntil?: string | undefined;
  /** A name that makes a new run of the same configuration: 1 to 40 letters, digits, dots, dashes, underscores. */
  readonly fresh?: string | undefined;
}

export const environmentDefaults = {
  model: 'none',
  maxRounds: defaultMaxRounds,
  // R2E's 1,024 cut harnesses off; without any, nobody could say beforehand what a call may cost.
  maxTokens: 4096,
  minCoverage: 0.8,
  minMutation: 0.8,
  // Each takes a cell with memory of its own.
  concurrency: 2,
} as const;

const environmentRanges = {
  maxRounds: { least: 1, most: 20, whole: true },
  limit: { least: 1, whole: true },
  minCoverage: { least: 0, most: 1 },
  minMutation: { least: 0, most: 1 },
  maxCalls: { least: 0, whole: true },
  tokenBudget: { least: 0, whole: true },
  maxCost: { least: 0 },
  maxTokens: { least: 1, whole: true },
  concurrency: { least: 1, most: mostAtATime, whole: true },
} as const satisfies Readonly<Record<string, NumberRange>>;

const number = (member: keyof typeof environmentRanges) => numberIn(environmentRanges[member]);
const listOf = <Item extends z.ZodType>(item: Item, what: string) =>
  z
    .array(item, { error: `must be a list of ${what}` })
    .min(1, 'is empty')
    .readonly();

export const EnvironmentRequestSchema = z.strictObject({
  sources: listOf(name, 'sources').optional(),
  from: name.optional(),
  revision: name.optional(),
  model: name.default(environmentDefaults.model),
  maxRounds: number('maxRounds').optional(),
  generators: listOf(oneOf(generators), 'generators')
    .refine((given) => new Set(given).size === given.length, 'names one twice')
    .optional(),
  functions: listOf(name, 'ids').optional(),
  limit: number('limit').optional(),
  disableFilter: listOf(oneOf(filterFlags), 'filters').optional(),
  minCoverage: number('minCoverage').default(environmentDefaults.minCoverage),
  minMutation: number('minMutation').default(environmentDefaults.minMutation),
  maxCalls: number('maxCalls').optional(),
  tokenBudget: number('tokenBudget').optional(),
  maxCost: number('maxCost').optional(),
  maxTokens: number('maxTokens').optional(),
  concurrency: number('concurrency').default(environmentDefaults.concurrency),
  indexUntil: z.iso.datetime({ error: 'must be a time such as 2026-01-31T00:00:00Z' }).optional(),
  fresh: freshName.optional(),
}) satisfies z.ZodType<unknown, EnvironmentRequest>;

export type CheckedEnvironmentRequest = z.output<typeof EnvironmentRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkEnvironmentRequest(request: EnvironmentRequest): CheckedEnvironmentRequest {
  const says = { what: 'the request of environments', needs: 'sources or from' };
  return checkRequest(EnvironmentRequestSchema, request, says);
}
