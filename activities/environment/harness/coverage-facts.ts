import { z } from 'zod';

import type { Arc, Coverage, CoverageFacts } from '../../../core/repository/gates/coverage';
import { caseClock, watchedCaseLimits } from '../../../core/repository/run-terms';
import type { CoverageMarks } from '../../../core/schemas/environment-built';
import type { HarnessPart } from '../../../core/schemas/environment-harness';
import type { JobRecord } from '../../../core/adapters/repository';
import type { HarnessContext } from './harness-context';
import { findCached, cachedStep, stepKey } from './cached-step';
import { knownOriginalRun, withoutSource } from './original-run';
import { runJob, StepFailure } from './run-job';
import { caseName, harnessRequest, partIdentity } from './stored-harness';

const Line = z.int();
const ArcPair = z.tuple([Line, Line]);
const CaseCoverage = z.object({
  name: z.string(),
  arcs: z.array(ArcPair),
  lines: z.array(Line),
});
/** What a job reports when a case ends: raw arcs. An interrupted measurement continues from them. */
const SaidCase = z.object({ case: z.string(), raw: z.array(ArcPair) });
const Measured = z.object({
  coverage: z.object({
    taken: z.array(ArcPair),
    missing: z.array(z.object({ from: Line, to: Line })),
    linesMissing: z.array(Line),
  }),
  cases: z.array(CaseCoverage),
});

const PartCoverage = z.strictObject({
  branches: z.array(ArcPair),
  lines: z.array(Line),
  cases: z.array(CaseCoverage),
});
type PartCoverage = z.infer<typeof PartCoverage>;
const CoverageStep = z.union([PartCoverage, StepFailure]);
const Chunk = z.strictObject({ raw: z.record(z.string(), z.array(ArcPair)) });

/** An interruption loses at most this much of a measurement. */
const chunkCases = 20;

/** What each case of these parts executes of the definition. The names of the cases are unique among all parts. */
export async function coverageFacts(
  context: HarnessContext,
  parts: readonly HarnessPart[],
): Promise<CoverageFacts | StepFailure> {
  const found: PartCoverage[] = [];
  for (const part of parts) {
    const step = stepKey(context, 'coverage', partIdentity(part));
    const make = (): Promise<z.infer<typeof CoverageStep>> => measure(context, part, step);
    const one = await cachedStep(context, step, CoverageStep, make);
    if ('reason' in one) return one;
    found.push(one);
  }
  return together(parts, found);
}

/** The stored facts, without a measurement. null: some fact is unknown. */
export async function knownCoverage(
  context: HarnessContext,
  parts: readonly HarnessPart[],
): Promise<CoverageFacts | null> {
  const found: PartCoverage[] = [];
  for (const part of parts) {
    const step = stepKey(context, 'coverage', partIdentity(part));
    const one = await findCached(context, step, PartCoverage);
    if (one === null) return null;
    found.push(one);
  }
  return together(parts, found);
}

/** The part of the facts that pages show. */
export function coverageMarks(
  { branches, lines }: CoverageFacts,
  { missedArcs, missedLines }: Coverage,
): CoverageMarks {
  const pairs = (arcs: readonly Arc[]): [number, number][] => arcs.map(([from, to]) => [from, to]);
  return {
    lines: [...lines],
    missedLines: [...missedLines],
    branches: pairs(branches),
    missedArcs: pairs(missedArcs),
  };
}

function together(parts: readonly HarnessPart[], found: readonly PartCoverage[]): CoverageFacts {
  return {
    branches: found[0]?.branches ?? [],
    lines: found[0]?.lines ?? [],
    cases: found.flatMap(({ cases }, at) =>
      cases
        .filter(({ name }) => parts[at]?.cases.includes(name))
        .map(({ name, arcs, lines }) => ({ case: caseName(at, name), branches: arcs, lines })),
    ),
  };
}

/** Continues from what an earlier try stored. */
async function measure(
  context: HarnessContext,
  part: HarnessPart,
  step: string,
): Promise<z.infer<typeof CoverageStep>> {
  const { definition, steps } = context;
  const { prepared } = await knownOriginalRun(context, part);
  const known = await keptChunks(context, step);
  let [chunks, raw] = [known.chunks, {} as Record<string, Arc[]>];
  let saving: Promise<void> = Promise.resolve();
  const keep = (record: JobRecord): void => {
    const said = SaidCase.safeParse(record);
    if (!said.success) return;
    raw[said.data.case] = said.data.raw;
    if (Object.keys(raw).length < chunkCases) return;
    const [key, chunk] = [chunkKey(context, step, chunks), { raw }];
    [chunks, raw] = [chunks + 1, {}];
    saving = saving.then(() => steps.saveStep(key, chunk));
    // This error is handled below, after the end of the job. Otherwise it would end the process.
    saving.catch(() => undefined);
  };
  const request = {
    roots: withoutSource(),
    harness: await harnessRequest(context, { ...part, source: prepared.source }),
    definition: {
      file: definition.projectPath,
      first: definition.lines.first,
      last: definition.lines.last,
    },
    known: known.raw,
    clock: caseClock,
    limits: watchedCaseLimits,
  };
  const job = await runJob(context, 'measure_coverage', request, keep).finally(() => saving);
  if (job.kind === 'failed') return { reason: job.reason, feedback: job.feedback };
  const measured = Measured.safeParse(job.record);
  if (!measured.success) {
    return { reason: { code: 'killed' }, feedback: 'Coverage could not be measured.' };
  }
  const { coverage, cases } = measured.data;
  const missing = coverage.missing.map(({ from, to }): [number, number] => [from, to]);
  const ran = new Set(cases.flatMap(({ lines }) => lines));
  return {
    branches: [...coverage.taken, ...missing],
    lines: [...new Set([...ran, ...coverage.linesMissing])].sort((a, b) => a - b),
    cases,
  };
}

function chunkKey(context: HarnessContext, step: string, chunk: number): string {
  return stepKey(context, 'coverage of some cases', { step, chunk });
}

async function keptChunks(
  context: HarnessContext,
  step: string,
): Promise<{ raw: Record<string, Arc[]>; chunks: number }> {
  const raw: Record<string, Arc[]> = {};
  for (let chunks = 0; ; chunks += 1) {
    const found = await findCached(context, chunkKey(context, step, chunks), Chunk);
    if (found === null) return { raw, chunks };
    Object.assign(raw, found.raw);
  }
}
