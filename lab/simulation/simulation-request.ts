import { z } from 'zod';

import { simulatedMethodNames } from '../../core/search/methods';
import { usualBudget } from '../../core/names/usual-values';
import { checkRequest } from '../planning/check-request';
import type { NumberRange } from '../planning/number-range';
import { name, numberIn, oneOf } from '../planning/request-members';
import { membersOf } from '../planning/request-options';
import type { RequestOptions } from '../planning/request-options';
import { runOptions } from '../planning/run-options';

const ofMany: NumberRange = { least: 1, most: 100, whole: true };

const usual = {
  seeds: Array.from({ length: 20 }, (_, seed) => seed),
  budgets: [usualBudget],
  criticAccuracies: [0.5, 0.6, 0.7, 0.8, 0.9, 1],
} as const;

/** A list of numbers, each once. */
const numbersIn = (range: NumberRange) =>
  z
    .array(numberIn(range), { error: 'must be a list of numbers' })
    .min(1, 'names none')
    .max(10_000, 'has more than 10,000 members')
    .refine((given) => new Set(given).size === given.length, 'has a member twice')
    .readonly();

/** Every option of a simulation, in the order of the help. A new one is an entry here, and its effect in `simulate.ts`. */
export const simulationOptions = {
  dataset: {
    ...runOptions.dataset,
    value: '<name>',
    help: 'data set of the bank: bundled, humaneval, mbpp, or a file',
  },
  model: {
    schema: name.refine((given) => /^(?:simulated|recorded)(?::|$)/.test(given), {
      error:
        'must be recorded:<bank>, simulated or simulated:<bank>: only they are known beforehand',
    }),
    value: '<spec>',
    help: 'source of the model replies: recorded:<bank>[,<bank>…], simulated or simulated:<bank>[,…]',
  },
  methods: {
    schema: z
      .array(oneOf(simulatedMethodNames as readonly [string, ...string[]]), {
        error: 'must be a list of methods',
      })
      .min(1, 'names none')
      .refine((given) => new Set(given).size === given.length, 'has a member twice')
      .readonly()
      .default(simulatedMethodNames),
    value: '<names>',
    help: `methods, separated by commas: ${simulatedMethodNames.join(', ')}`,
    usual: 'all',
  },
  seeds: {
    schema: numbersIn({ least: 0, whole: true }).default(usual.seeds),
    value: '<list>',
    help: 'seeds, such as 0-19 or 1,2,5',
    usual: `0-${String(usual.seeds.at(-1))}`,
  },
  budgets: {
    schema: numbersIn(ofMany).default(usual.budgets),
    value: '<list>',
    help: 'budgets: generated programs per problem',
    usual: usual.budgets.join(','),
  },
  widths: {
    schema: numbersIn(ofMany).optional(),
    value: '<list>',
    help: 'tree widths: maximum number of strategies, and also maximum number of reflections per node',
    usual: "the method's own",
  },
  depths: {
    schema: numbersIn(ofMany).optional(),
    value: '<list>',
    help: 'tree depths',
    usual: "the method's own",
  },
  criticAccuracies: {
    schema: numbersIn({ least: 0, most: 1 }).default(usual.criticAccuracies),
    value: '<list>',
    help: "fraction of the Critic's verifications that are correct",
    usual: usual.criticAccuracies.join(','),
  },
  competence: runOptions.competence,
  bankModel: runOptions.bankModel,
  limit: runOptions.limit,
  problems: runOptions.problems,
  skipMissing: runOptions.skipMissing,
  visibleTests: runOptions.visibleTests,
  preset: runOptions.preset,
  assurance: runOptions.assurance,
  regrade: runOptions.regrade,
  /** No part of what comes out. */
  threads: {
    schema: numberIn({ least: 1, most: 1000, whole: true }).optional(),
    value: '<n>',
    help: 'number of threads',
    usual: 'one per core',
  },
} as const satisfies RequestOptions;

export const SimulationRequestSchema = z.strictObject(membersOf(simulationOptions));

/** What is simulated: every combination of its lists, at every seed. Only the data set and the model are required. */
export type SimulationRequest = Readonly<z.input<typeof SimulationRequestSchema>>;

/** A request in which everything is said and in its range. */
export type CheckedSimulation = z.output<typeof SimulationRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkSimulationRequest(request: SimulationRequest): CheckedSimulation {
  const says = { what: 'the request of a simulation', needs: 'dataset and model' };
  return checkRequest(SimulationRequestSchema, request, says);
}
