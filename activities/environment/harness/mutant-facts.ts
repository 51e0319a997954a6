import { z } from 'zod';

import type { CoverageFacts } from '../../../core/repository/gates/coverage';
import { notices } from '../../../core/repository/gates/mutation';
import type { MutantResult } from '../../../core/repository/gates/mutation';
import { strongestFirst } from '../../../core/repository/gates/strongest-first';
import type { JobRecord } from '../../../core/adapters/repository';
import { caseClock, plainCaseLimits } from '../../../core/repository/run-terms';
import type { CaseRecord } from '../../../core/python-values/case-record';
import type { HarnessPart } from '../../../core/schemas/environment-harness';
import { coverageFacts } from './coverage-facts';
import type { ActionOf, HarnessContext } from './harness-context';
import { findCached, cachedStep, stepKey } from './cached-step';
import { Imported, importFailure, knownOriginalRun, withoutSource } from './original-run';
import { runJob, StepFailure } from './run-job';
import { caseName, harnessRequest, loadParts } from './stored-harness';

const ToldMutant = z.object({
  name: z.string(),
  line: z.int(),
  words: z.string(),
  status: z.enum(['killed', 'survived', 'uncovered', 'not-run', 'waiting']),
  /** Cases whose records differ from the records of the original in any way. */
  by: z.array(z.string()),
  /** The mutant was not run on all cases. */
  open: z.boolean().optional(),
});
type ToldMutant = z.infer<typeof ToldMutant>;
const HandedOver = z.object({ mutant: z.string(), case: z.string(), record: z.looseObject({}) });
const Told = z.object({
  mutants: z.array(ToldMutant),
  /** Cases in which the unchanged definition gave a different record. The job compared nothing with these records. */
  unstable: z.array(z.string()),
  import: Imported.optional(),
});
type Told = z.infer<typeof Told>;

const Mutants = z.strictObject({
  mutants: z.array(
    z.strictObject({
      id: z.string(),
      line: z.int(),
      words: z.string(),
      reached: z.boolean(),
      killedBy: z.array(z.string()),
    }),
  ),
  unstable: z.array(z.string()),
});
const MutantStep = z.union([Mutants, StepFailure]);
type Made = z.infer<typeof MutantStep>;

export interface MutantFacts {
  readonly mutants: readonly MutantResult[];
  /** Cases in which the unchanged definition gave a different record. Such a case detects no mutant. */
  readonly unstable: readonly string[];
}

export interface MeasuredFacts extends MutantFacts {
  readonly parts: readonly HarnessPart[];
  readonly coverage: CoverageFacts;
}

/**
 * A case may differ from the original and still give a record that a candidate is allowed to give. Such a case does not
 * detect the mutant. The job then runs the mutant on the remaining cases, and stops after this many further cases that
 * differ.
 */
const laterDifferences = 20;

/**
 * A bound on the rounds. A harness has far fewer cases that differ, so a job that is still not done by then reports
 * something false.
 */
const mostRounds = 500;

const notRun: StepFailure = {
  reason: { code: 'killed' },
  feedback: 'Changes of the function could not be run.',
};

/** Facts about a stored harness: its cases, the lines that each case executes, and the mutants that the cases detect. */
export async function measuredFacts(
  context: HarnessContext,
  harness: ActionOf<'mutation'>['harness'],
): Promise<MeasuredFacts | StepFailure> {
  const parts = await loadParts(context, harness);
  const coverage = await coverageFacts(context, parts);
  if ('reason' in coverage) return coverage;
  const facts = await mutantFacts(context, parts, coverage);
  return 'reason' in facts ? facts : { ...facts, parts, coverage };
}

/**
 * Mutants of the definition, each with the first case that was found to detect it. A mutant that one part detects is not run
 * on later parts.
 */
export async function mutantFacts(
  context: HarnessContext,
  parts: readonly HarnessPart[],
  coverage: CoverageFacts,
): Promise<MutantFacts | StepFailure> {
  const told = await knownMutants(context, parts);
  if (told !== null) return told;
  let known: MutantFacts = { mutants: [], unstable: [] };
  for (const at of parts.keys()) {
    const upTo = parts.slice(0, at + 1);
    const make = (): Promise<Made> => runPart(context, upTo, known, coverage);
    const made = await cachedStep(context, keyOf(context, upTo), MutantStep, make);
    if ('reason' in made) return made;
    known = made;
  }
  return known;
}

/** Stores the mutants of these parts. Every case that detects a mutant must be a case of these parts. */
export async function keepMutants(
  context: HarnessContext,
  parts: readonly HarnessPart[],
  mutants: readonly MutantResult[],
): Promise<void> {
  const kept = {
    mutants: mutants.map((one) => ({ ...one, killedBy: [...one.killedBy] })),
    unstable: [],
  };
  await context.steps.saveStep(keyOf(context, parts), kept);
}

/** The stored mutants of these parts. null: the mutants were not run on all of these parts. */
export async function knownMutants(
  context: HarnessContext,
  parts: readonly HarnessPart[],
): Promise<MutantFacts | null> {
  return findCached(context, keyOf(context, parts), Mutants);
}

function keyOf(context: HarnessContext, parts: readonly HarnessPart[]): string {
  const depends = parts.map(({ source, blobs, cases }) => ({ source, blobs, cases }));
  return stepKey(context, 'mutants', { depends, limits: plainCaseLimits });
}

/** Runs the mutants on the last part. The result includes the mutants that earlier parts detected. */
async function runPart(
  context: HarnessContext,
  parts: readonly HarnessPart[],
  known: MutantFacts,
  coverage: CoverageFacts,
): Promise<Made> {
  const { definition } = context;
  const [at, part] = [parts.length - 1, parts.at(-1)];
  if (part === undefined) throw new RangeError('there are no cases to notice a mutant');
  const { prepared, first } = await knownOriginalRun(context, part);
  const own = new Set(part.cases.map((name) => caseName(at, name)));
  const covering = coverage.cases.filter((one) => own.has(one.case));
  const byName = new Map(part.cases.map((name) => [caseName(at, name), name]));
  const cases = strongestFirst(covering).flatMap((name) => byName.get(name) ?? []);
  const noticed = new Map(
    known.mutants.filter(({ killedBy }) => killedBy.length > 0).map((one) => [one.id, one]),
  );
  const lines = [...new Set(covering.flatMap((one) => one.lines))];
  const request = {
    action: 'run',
    roots: withoutSource(),
    harness: await harnessRequest(context, { ...part, source: prepared.source }),
    definition: {
      file: definition.projectPath,
      module: definition.projectPath,
      first: definition.lines.first,
      last: definition.lines.last,
    },
    cases,
    covered: lines,
    limits: plainCaseLimits,
    clock: caseClock,
  };
  const expected = new Map(
    first.filter((one) => part.cases.includes(one.case)).map((one) => [one.case, one]),
  );
  const ran = await runMutants(context, request, expected, new Set(noticed.keys()));
  if ('reason' in ran) return ran;
  return {
    unstable: [...known.unstable, ...ran.unstable.map((name) => caseName(at, name))],
    mutants: ran.mutants.map(({ name, line, words, status, by }) => {
      const before = known.mutants.find(({ id }) => id === name);
      const reached = status !== 'uncovered' || before?.reached === true;
      // A mutant that is killed without a case makes the import of the project fail. Every case detects such a mutant.
      const all = by.length === 0 ? [...own] : by.map((one) => caseName(at, one));
      const killedBy = noticed.get(name)?.killedBy ?? (status === 'killed' ? all : []);
      return { id: name, line, words, reached, killedBy: [...killedBy] };
    }),
  };
}

/**
 * Runs all mutants. The result names, for each mutant, the cases that a candidate with the same change would fail. The job
 * compares records exactly, so it may stop a mutant for a difference that a candidate is allowed. Such a mutant is run again
 * on its remaining cases.
 * @param noticed mutants that are not run
 */
async function runMutants(
  context: HarnessContext,
  request: object,
  expected: ReadonlyMap<string, CaseRecord>,
  noticed: ReadonlySet<string>,
): Promise<Pick<Told, 'mutants' | 'unstable'> | StepFailure> {
  const settled = new Map<string, ToldMutant>();
  const after: Record<string, string> = {};
  const unstable = new Set<string>();
  for (let round = 0; round < mostRounds; round += 1) {
    const goOn = round === 0 ? 0 : laterDifferences;
    const known = [...noticed, ...settled.keys()];
    const job = await runJob(context, 'mutate_function', {
      ...{ ...request, after: { ...after }, goOn },
      expected: Object.fromEntries([...expected].filter(([name]) => !unstable.has(name))),
      known: Object.fromEntries(known.map((id) => [id, { status: 'killed', by: [] }])),
    });
    if (job.kind === 'failed') return { reason: job.reason, feedback: job.feedback };
    const told = soundlyTold(job.record);
    if ('reason' in told) return told;
    for (const name of told.unstable) unstable.add(name);
    const credits = creditsOf(job.records, expected);
    for (const one of told.mutants) {
      if (known.includes(one.name) || one.status === 'waiting') continue;
      const by = one.by.filter((name) => credits.get(one.name)?.has(name));
      const last = by.length === 0 ? one.by.at(-1) : undefined;
      if (last === undefined) settled.set(one.name, { ...one, by });
      else if (one.open === true) after[one.name] = last;
      else settled.set(one.name, { ...one, by, status: 'survived' });
    }
    // A case may be found to be unstable after it detected a mutant. The mutant is then run again.
    for (const [id, { by }] of settled) {
      if (by.some((name) => unstable.has(name))) settled.delete(id);
    }
    const isKnown = ({ name }: ToldMutant): boolean => noticed.has(name) || settled.has(name);
    if (!told.mutants.every(isKnown)) continue;
    const mutants = told.mutants.map((one) => settled.get(one.name) ?? one);
    return { mutants, unstable: [...unstable] };
  }
  return notRun;
}

function soundlyTold(record: JobRecord): Told | StepFailure {
  const told = Told.safeParse(record);
  if (!told.success) return notRun;
  if (told.data.import?.ok === false) return importFailure(told.data.import);
  if (told.data.mutants.some(({ status }) => status === 'not-run')) {
    const feedback =
      'Too many cases give something else when the function is put in its own place.';
    return { reason: { code: 'flaky', cause: 'chance' }, feedback };
  }
  return told.data;
}

/** For each mutant, the reported cases that a candidate with this change would fail. */
function creditsOf(
  records: readonly JobRecord[],
  expected: ReadonlyMap<string, CaseRecord>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const credits = new Map<string, Set<string>>();
  for (const one of records) {
    const said = HandedOver.safeParse(one).data;
    const original = said && expected.get(said.case);
    if (said === undefined || original === undefined) continue;
    if (!notices(original, { ...said.record, case: said.case })) continue;
    credits.set(said.mutant, (credits.get(said.mutant) ?? new Set()).add(said.case));
  }
  return credits;
}
