import { z } from 'zod';

import { methodNames } from '../../core/search/methods';
import { assuranceLevels } from '../../core/schemas/verdict';
import type { Assurance } from '../../core/schemas/verdict';
import { presetNames } from '../../core/work/presets';
import type { PresetName } from '../../core/work/presets';
import { checkRequest } from '../planning/check-request';
import type { NumberRange } from '../planning/number-range';
import { choice, name, numberIn, oneOf } from '../planning/request-members';
import { runDefaults, runRanges } from '../planning/run-request';

/** What is simulated: every combination of its lists, at every seed. Only the data set and the model are required. */
export interface SimulationRequest {
  /** As of a run. */
  readonly dataset: string;
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
  /** Share of right programs of the simulated model, 0 to 1; default 0.5. */
  readonly competence?: number | undefined;
  /** Only the programs of this source model of the bank; default all. */
  readonly bankModel?: string | undefined;
  /** Only the first so many problems; default all. */
  readonly limit?: number | undefined;
  /** Only the problems with these ids; default all. */
  readonly problems?: readonly string[] | undefined;
  /** Leave out problems that the bank does not have; default false: they are refused. */
  readonly skipMissing?: boolean | undefined;
  /** As of a run. */
  readonly visibleTests?: string | undefined;
  /** As of a run: visible tests, limits and what searches answer with; a simulation asks no model, and has a list of budgets. */
  readonly preset?: PresetName | undefined;
  /** The least level of assurance, as of a run; default `objects`. */
  readonly assurance?: Assurance | undefined;
  /** Run every program of the bank again, whatever is known of it; default false. */
  readonly regrade?: boolean | undefined;
  /** Threads that simulate, 1 to 1000; default as many as there are cores. No part of what comes out. */
  readonly threads?: number | undefined;
}

const ofMany = { least: 1, most: 100, whole: true } as const satisfies NumberRange;

/** Ranges of the numbers, also of those in lists. */
export const simulationRanges = {
  seeds: { least: 0, most: Number.MAX_SAFE_INTEGER, whole: true },
  budgets: runRanges.budget,
  widths: ofMany,
  depths: ofMany,
  criticAccuracies: { least: 0, most: 1 },
  competence: runRanges.competence,
  limit: runRanges.limit,
  threads: { least: 1, most: 1000, whole: true },
} as const satisfies Readonly<Record<string, NumberRange>>;

export const simulationDefaults = {
  seeds: Array.from({ length: 20 }, (_, seed) => seed),
  budgets: [20],
  criticAccuracies: [0.5, 0.6, 0.7, 0.8, 0.9, 1],
} as const;

/** A list of numbers, each once. */
const numbersIn = (list: keyof typeof simulationRanges) =>
  z
    .array(numberIn(simulationRanges[list]), { error: 'must be a list of numbers' })
    .min(1, 'names none')
    .max(10_000, 'has more than 10,000 members')
    .refine((given) => new Set(given).size === given.length, 'has a member twice')
    .readonly();

const numbers = (list: keyof typeof simulationDefaults) =>
  numbersIn(list).default(simulationDefaults[list]);

export const SimulationRequestSchema = z.strictObject({
  dataset: name,
  model: name.refine((given) => /^(?:simulated|recorded)(?::|$)/.test(given), {
    error: 'must be recorded:<bank>, simulated or simulated:<bank>: only they are known beforehand',
  }),
  methods: z
    .array(oneOf(methodNames as readonly [string, ...string[]]), {
      error: 'must be a list of methods',
    })
    .min(1, 'names none')
    .refine((given) => new Set(given).size === given.length, 'has a member twice')
    .readonly()
    .default(methodNames),
  seeds: numbers('seeds'),
  budgets: numbers('budgets'),
  widths: numbersIn('widths').optional(),
  depths: numbersIn('depths').optional(),
  criticAccuracies: numbers('criticAccuracies'),
  competence: numberIn(simulationRanges.competence).optional(),
  bankModel: name.optional(),
  limit: numberIn(simulationRanges.limit).optional(),
  problems: z
    .array(name, { error: 'must be a list of ids' })
    .min(1, 'names no problem')
    .readonly()
    .optional(),
  skipMissing: choice.default(false),
  visibleTests: name.optional(),
  preset: oneOf(presetNames).optional(),
  assurance: oneOf(assuranceLevels).default(runDefaults.assurance),
  regrade: choice.default(false),
  threads: numberIn(simulationRanges.threads).optional(),
}) satisfies z.ZodType<unknown, SimulationRequest>;

/** A request in which everything is said and in its range. */
export type CheckedSimulation = z.output<typeof SimulationRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkSimulationRequest(request: SimulationRequest): CheckedSimulation {
  const says = { what: 'the request of a simulation', needs: 'dataset and model' };
  return checkRequest(SimulationRequestSchema, request, says);
}
