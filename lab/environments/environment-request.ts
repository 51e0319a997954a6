import { z } from 'zod';

import { filterFlags, filterWord } from '../../core/names/filters';
import { defaultMaxRounds } from '../../core/repository/plan/plan';
import { generators } from '../../core/names/harness-plan';
import { checkRequest } from '../planning/check-request';
import { atATime, name, numberIn, oneOf } from '../planning/request-members';
import { membersOf } from '../planning/request-options';
import type { RequestOptions } from '../planning/request-options';
import { runOptions } from '../planning/run-options';

/** Defaults of options that mean nothing where no model is asked. */
export const environmentDefaults = {
  maxRounds: defaultMaxRounds,
  // R2E's 1,024 cut harnesses off; without any, nobody could say beforehand what a call may cost.
  maxTokens: 4096,
} as const;

const share = numberIn({ least: 0, most: 1 }).default(0.8);
const count = (least: number) => numberIn({ least, whole: true }).optional();
const listOf = <Item extends z.ZodType>(item: Item, what: string) =>
  z
    .array(item, { error: `must be a list of ${what}` })
    .min(1, 'is empty')
    .readonly();

/** Every option of environments, in the order of the help. A new one is an entry here, and its effect in `plan-environments.ts`. */
export const environmentOptions = {
  revision: {
    schema: name.optional(),
    value: '<name>',
    help: 'branch, tag or commit; only with a single source',
    usual: 'what is checked out, or the default branch',
  },
  from: {
    schema: name.optional(),
    value: '<file>',
    help: 'file with more sources, one per line, each optionally followed by a space or tab and its revision; # begins a comment; folders are relative to the file',
  },
  model: {
    schema: name.default('none'),
    value: '<spec>',
    help: 'model, as in `run start`; none: build without a model',
  },
  maxRounds: {
    schema: numberIn({ least: 1, most: 20, whole: true }).optional(),
    value: '<n>',
    help: 'maximum rounds with the model per function',
    usual: environmentDefaults.maxRounds,
  },
  generators: {
    schema: listOf(oneOf(generators), 'generators')
      .refine((given) => new Set(given).size === given.length, 'names one twice')
      .optional(),
    value: '<a,b>',
    help: `generators of test cases; they run in the order that you give: ${generators.join(', ')}`,
    usual: 'all; without --model all but model',
    repeats: true,
  },
  functions: {
    schema: listOf(name, 'ids').optional(),
    value: '<id...>',
    help: 'use only these functions; give each as path::qualname#n or as a prefix of this form (n numbers the definitions with the same name, from 1)',
  },
  limit: {
    schema: count(1),
    value: '<n>',
    help: 'build harnesses for at most n functions of each repository',
    usual: 'no limit',
  },
  /** By the names of R2E's switches: `disable_no_docstring`. */
  disableFilter: {
    schema: listOf(oneOf(filterFlags), 'filters').optional(),
    value: '<name...>',
    help: `filters to disable: ${filterFlags.map(filterWord).join(', ')}`,
  },
  minCoverage: {
    schema: share,
    value: '<share>',
    help: 'share of branches that the cases must cover',
  },
  minMutation: {
    schema: share,
    value: '<share>',
    help: 'share of mutants that the cases must detect',
  },
  maxTokens: {
    schema: count(1),
    value: '<n>',
    help: 'maximum tokens in one reply',
    usual: environmentDefaults.maxTokens,
  },
  maxCalls: {
    schema: count(0),
    value: '<n>',
    help: 'maximum model calls for one repository',
    usual: 'no limit',
  },
  tokenBudget: {
    schema: count(0),
    value: '<n>',
    help: 'maximum tokens of model calls for one repository',
    usual: 'no limit',
  },
  maxCost: {
    schema: numberIn({ least: 0 }).optional(),
    value: '<usd>',
    help: 'maximum cost of model calls for one repository, in US dollars',
    usual: 'no limit',
  },
  /** Each takes a cell with memory of its own. No part of what the run is. */
  concurrency: {
    schema: atATime.default(2),
    value: '<n>',
    help: 'repositories to build at the same time',
  },
  indexUntil: {
    schema: z.iso.datetime({ error: 'must be a time such as 2026-01-31T00:00:00Z' }).optional(),
    value: '<time>',
    help: 'use the package index as it was at this time',
    usual: '0:00 UTC today',
  },
  python: {
    schema: z
      .string()
      .regex(/^3\.\d+(\.\d+)?$/, 'must be a version such as 3.9 or 3.9.18')
      .optional(),
    value: '<version>',
    help: 'build with this Python, from 3.9; 3.9 is the newest 3.9 on PATH, of pyenv, of uv or in ESPALIER_PYTHONS',
    usual: 'the Python of the sandbox',
  },
  fresh: runOptions.fresh,
} as const satisfies RequestOptions;

export const EnvironmentRequestSchema = z.strictObject({
  /** Each a folder, the address of a git repository, or `name==version` of a source distribution on the package index. */
  sources: listOf(name, 'sources').optional(),
  ...membersOf(environmentOptions),
});

/** What environments are asked for with: repositories, and how harnesses are built in them. Only the sources are required. */
export type EnvironmentRequest = Readonly<z.input<typeof EnvironmentRequestSchema>>;

export type CheckedEnvironmentRequest = z.output<typeof EnvironmentRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkEnvironmentRequest(request: EnvironmentRequest): CheckedEnvironmentRequest {
  const says = { what: 'the request of environments', needs: 'sources or from' };
  return checkRequest(EnvironmentRequestSchema, request, says);
}
