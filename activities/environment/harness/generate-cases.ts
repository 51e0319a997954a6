import { z } from 'zod';

import type { PlanEvent } from '../../../core/repository/plan/plan';
import type { Generator } from '../../../core/names/harness-plan';
import type { HarnessReason } from '../../../core/names/environment-reasons';
import { coverageGate, coverageOf } from '../../../core/repository/gates/coverage';
import { mutationScore } from '../../../core/repository/gates/mutation';
import { caseClock } from '../../../core/repository/run-terms';
import type { HarnessPart } from '../../../core/schemas/environment-harness';
import { environmentRoots } from '../open-environment';
import { noTraces } from '../stored-traces';
import { knownCoverage } from './coverage-facts';
import type { ActionOf, HarnessContext } from './harness-context';
import { cachedStep, stepKey } from './cached-step';
import { knownMutants } from './mutant-facts';
import { relevantTraces } from './relevant-traces';
import { runJob, StepFailure } from './run-job';
import { allCases, anyCase, loadParts, savePart } from './stored-harness';

/** Generators that are jobs. The generator `model` is elsewhere. */
export type JobGenerator = Exclude<Generator, 'model'>;

/** The generators of the job, by the name of ours. */
const ways: Readonly<Record<JobGenerator, readonly string[]>> = {
  traces: ['traces'],
  hypothesis: ['docstring', 'hypothesis', 'options', 'variation'],
  transplant: ['transplant'],
};
const seed = 0;
/**
 * The number of tries is the limit, so slower processors get the same cases. The time limit only ends code that hangs, long
 * before the limit of the job.
 */
const limits = { seconds: 60, tries: 520 };

const ToldHarness = z.object({
  source: z.string(),
  cases: z.array(z.string().min(1)).default([]),
  blobs: z.record(z.string(), z.base64()),
});
const Told = z.object({
  id: z.string(),
  failed: z.string().optional(),
  harness: ToldHarness.optional(),
  kept: z.array(z.unknown()).optional(),
  transplant: ToldHarness.optional(),
  refused: z.record(z.string(), z.number()).optional(),
});
type Told = z.infer<typeof Told>;

const GeneratedPart = z.strictObject({
  /** sha256 of the stored part. */
  part: z.string(),
  /** sha256 of the stored inputs as the generator has them. null: it has none. */
  inputs: z.string().nullable(),
});
const GenerateStep = z.union([GeneratedPart, StepFailure]);

const reasons: Readonly<Record<string, HarnessReason['code']>> = {
  'not-importable': 'import_error',
  'only-incidental-errors': 'type_or_value_error',
  'never-reached': 'fut_not_called',
  'out-of-time': 'timeout',
};

/** Generates cases with a generator that needs no model. */
export async function generateCases(
  context: HarnessContext,
  {
    id,
    generator,
    harness,
  }: Pick<ActionOf<'generate'>, 'id' | 'harness'> & {
    readonly generator: JobGenerator;
  },
): Promise<PlanEvent> {
  // Only a generator that varies existing cases depends on them.
  const varied =
    generator === 'hypothesis'
      ? { lines: await lackingLines(context, harness), inputs: await tracedInputs(context) }
      : null;
  const made = await generated(context, generator, varied);
  if ('part' in made) return { of: id, kind: 'generated', part: made.part };
  return { of: id, kind: 'failed', ...made };
}

interface Varied {
  readonly lines: readonly number[];
  /** As they are stored. */
  readonly inputs: string | null;
}

async function generated(
  context: HarnessContext,
  generator: JobGenerator,
  varied: Varied | null,
): Promise<z.infer<typeof GenerateStep>> {
  const traces = (await context.traces())?.sha256 ?? null;
  const depends = { generator, ways, seed, limits, clock: caseClock, traces };
  const key = stepKey(context, 'generate', varied === null ? depends : { ...depends, varied });
  return cachedStep(context, key, GenerateStep, () => generate(context, generator, varied));
}

async function generate(
  context: HarnessContext,
  generator: JobGenerator,
  varied: Varied | null,
): Promise<z.infer<typeof GenerateStep>> {
  const { definition } = context;
  const [definitions, stored] = await Promise.all([context.definitions(), context.traces()]);
  const { records, tests } = stored?.traces ?? noTraces;
  const relevant =
    generator === 'transplant' ? [] : relevantTraces(records, definitions, definition);
  const shown = new Set(relevant.map((record) => record.id));
  const inputs = varied?.inputs ?? null;
  const cases = inputs === null ? [] : (JSON.parse(await context.blobs.get(inputs)) as unknown[]);
  const feedback = varied === null ? {} : { lines: varied.lines, cases };
  const request = {
    roots: environmentRoots,
    definitions: definitions.filter(({ id }) => id === definition.id || shown.has(id)),
    wanted: [definition.id],
    traces: relevant,
    tests: { [definition.id]: tests[definition.id] ?? [] },
    generators: ways[generator],
    feedback: { [definition.id]: feedback },
    newOnly: true,
    ...{ seed, limits, clock: caseClock },
  };
  const job = await runJob(context, 'generate_cases', request);
  if (job.kind === 'failed') return { reason: job.reason, feedback: job.feedback };
  const told = Told.safeParse(job.records.find(({ id }) => id === definition.id)).data;
  const made = generator === 'transplant' ? told?.transplant : told?.harness;
  if (told === undefined || made === undefined || made.source.trim() === '') return failure(told);
  const blobs = await Promise.all(
    Object.entries(made.blobs).map(async ([name, text]): Promise<[string, string]> => [
      name,
      await context.blobs.put(text),
    ]),
  );
  const part: HarnessPart = {
    source: made.source,
    // The cases of a transplant are known only after it is prepared.
    cases: made.cases.length > 0 ? made.cases : [anyCase],
    blobs: Object.fromEntries(blobs),
    provenance: { generator, round: 1, ...(generator === 'hypothesis' ? { seed } : {}) },
  };
  return {
    part: await savePart(context, part),
    inputs: told.kept === undefined ? null : await context.blobs.put(JSON.stringify(told.kept)),
  };
}

function failure(told: Told | undefined): StepFailure {
  if (told === undefined) {
    return { reason: { code: 'killed' }, feedback: 'The generator did not come to an end.' };
  }
  const refused = Object.entries(told.refused ?? {}).map(([why, n]) => `${why} ${String(n)}`);
  const code = reasons[told.failed ?? ''] ?? 'gen_empty';
  return {
    reason: { code } as HarnessReason,
    feedback: `No input was found that the function takes. ${refused.join(', ')}`.trim(),
  };
}

/**
 * The inputs from traces, for generators that vary inputs. The traces may have had their turn in this run or in an
 * earlier run.
 */
async function tracedInputs(context: HarnessContext): Promise<string | null> {
  if ((await context.traces()) === null) return null;
  const made = await generated(context, 'traces', null);
  return 'part' in made ? made.inputs : null;
}

/**
 * Lines at which the present cases lack something: a branch that no case takes or, if enough branches are taken, a mutant
 * that no case detects. An earlier run with a lower gate may have tried mutants already. This run uses its own gate.
 */
async function lackingLines(
  context: HarnessContext,
  harness: string | null,
): Promise<readonly number[]> {
  const parts = await loadParts(context, harness);
  const coverage = parts.length === 0 ? null : await knownCoverage(context, parts);
  if (coverage === null) return [];
  const names = allCases(parts);
  const covered = coverageOf(coverage, names);
  const source = { first: context.definition.lines.first, lines: [] };
  const { kind } = coverageGate(covered, source, context.gates.coverage);
  const facts = kind === 'passed' ? await knownMutants(context, parts) : null;
  const { survivors } = mutationScore(facts?.mutants ?? [], names);
  const { missedArcs, missedLines } = covered;
  const lines = [
    ...missedArcs.map(([from]) => from),
    ...missedLines,
    ...survivors.map(({ line }) => line),
  ];
  return [...new Set(lines)].sort((a, b) => a - b);
}
