import { z } from 'zod';

import { searchMethodNames } from '../../core/search/methods';
import { usualBudget } from '../../core/names/usual-values';
import { checkRequest } from '../planning/check-request';
import type { NumberRange } from '../planning/number-range';
import { name, numberIn, oneOf } from '../planning/request-members';
import { RunRequestSchema } from '../planning/run-request';
import type { RunRequest } from '../planning/run-request';

/** What a simulation takes as a run does. */
const ofRun = RunRequestSchema.pick({
  dataset: true,
  competence: true,
  bankModel: true,
  limit: true,
  problems: true,
  skipMissing: true,
  visibleTests: true,
  preset: true,
  assurance: true,
  regrade: true,
});

/** What is simulated: every combination of its lists, at every seed. Only the data set and the model are required. */
export interface SimulationRequest extends Pick<RunRequest, keyof typeof ofRun.shape> {
  /** `recorded:<bank>[,…]`, `simulated` or `simulated:<bank>[,…]`. */
  readonly model: string;
  /** Methods of search; default all. */
  readonly methods?: readonly string[] | undefined;
  /** The runs' seeds; default 0 to 19. */
  readonly seeds?: readonly number[] | undefined;
  /** Generated programs per problem, each 1 to 100; default 20. */
  readonly budgets?: readonly number[] | undefined;
  /** Most strategies, and most reflections of a node, each 1 to 100; default each method's own. */
  readonly widths?: readonly number[] | undefined;
  /** Each 1 to 100; default each method's own. */
  readonly depths?: readonly number[] | undefined;
  /** Of the critic's verification, each 0 to 1; default 0.5, 0.6, …, 1. */
  readonly criticAccuracies?: readonly number[] | undefined;
  /** Threads that simulate, 1 to 1000; default as many as there are cores. No part of what comes out. */
  readonly threads?: number | undefined;
}

const ofMany: NumberRange = { least: 1, most: 100, whole: true };

export const simulationDefaults = {
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

export const SimulationRequestSchema = ofRun.extend({
  model: name.refine((given) => /^(?:simulated|recorded)(?::|$)/.test(given), {
    error: 'must be recorded:<bank>, simulated or simulated:<bank>: only they are known beforehand',
  }),
  methods: z
    .array(oneOf(searchMethodNames as readonly [string, ...string[]]), {
      error: 'must be a list of methods',
    })
    .min(1, 'names none')
    .refine((given) => new Set(given).size === given.length, 'has a member twice')
    .readonly()
    .default(searchMethodNames),
  seeds: numbersIn({ least: 0, most: Number.MAX_SAFE_INTEGER, whole: true }).default(
    simulationDefaults.seeds,
  ),
  budgets: numbersIn(ofMany).default(simulationDefaults.budgets),
  widths: numbersIn(ofMany).optional(),
  depths: numbersIn(ofMany).optional(),
  criticAccuracies: numbersIn({ least: 0, most: 1 }).default(simulationDefaults.criticAccuracies),
  threads: numberIn({ least: 1, most: 1000, whole: true }).optional(),
}) satisfies z.ZodType<unknown, SimulationRequest>;

/** A request in which everything is said and in its range. */
export type CheckedSimulation = z.output<typeof SimulationRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkSimulationRequest(request: SimulationRequest): CheckedSimulation {
  const says = { what: 'the request of a simulation', needs: 'dataset and model' };
  return checkRequest(SimulationRequestSchema, request, says);
}
