import { z } from 'zod';

import { errorReason } from '../../../core/repository/gates/error-reason';
import { errorWords } from '../../../core/repository/compare/compare-errors';
import type { HarnessFacts } from '../../../core/repository/gates/vacuity';
import { caseClock, plainCaseLimits } from '../../../core/repository/run-terms';
import { caseRecordOf } from '../../../core/python-values/case-record';
import type { CaseRecord } from '../../../core/python-values/case-record';
import { errorOf } from '../../../core/python-values/part-of';
import type { HarnessPart } from '../../../core/schemas/environment-harness';
import { environmentRoots } from '../open-environment';
import type { HarnessContext } from './harness-context';
import { HarnessOutdatedError } from './harness-facts';
import { cachedStep, stepKey } from './cached-step';
import { runJob, StepFailure } from './run-job';
import { harnessRequest, partIdentity } from './stored-harness';

const Count = z.int().nonnegative();
const CaseLook = z.object({
  skipped: z.boolean(),
  target: Count,
  self: Count,
  constant: Count,
  swallows: z.boolean(),
  tells: z.boolean(),
});
type CaseLook = z.infer<typeof CaseLook>;

const Ready = z.object({
  prepared: z.object({ source: z.string(), cases: z.array(z.string()) }),
  facts: z.object({ perCase: z.record(z.string(), CaseLook) }),
});
const Said = z.object({
  run: z.union([z.literal(1), z.literal(2)]),
  record: z.unknown().optional(),
});
export const Imported = z.object({
  ok: z.boolean(),
  phase: z.string().optional(),
  kind: z.string().optional(),
  error: z.unknown().optional(),
});
const Refused = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const Ended = z.object({ imports: z.array(Imported).min(1) });

const Ran = z.strictObject({
  /** sha256 of the stored `PreparedPart`. */
  prepared: z.string(),
  looks: z.record(z.string(), CaseLook),
  /** sha256 of the stored records of each run. */
  runs: z.tuple([z.string(), z.string()]),
});
const OriginalStep = z.union([Ran, StepFailure]);

/** A part as it is run, without expected results. */
export interface PreparedPart {
  readonly source: string;
  readonly cases: readonly string[];
}

/** The results of running the original twice on the cases of a part. */
export interface OriginalRun {
  readonly prepared: PreparedPart;
  readonly facts: HarnessFacts;
  readonly first: readonly CaseRecord[];
  readonly second: readonly CaseRecord[];
}

/** Runs the original on all cases of a part, or finds the stored results. */
export async function originalRunOf(
  context: HarnessContext,
  part: HarnessPart,
): Promise<OriginalRun | StepFailure> {
  const key = stepKey(context, 'reference', partIdentity(part));
  const made = await cachedStep(context, key, OriginalStep, () => runTwice(context, part));
  if (!('runs' in made)) return made;
  const stored = async (sha256: string): Promise<unknown> =>
    JSON.parse(await context.blobs.get(sha256));
  const prepared = (await stored(made.prepared)) as PreparedPart;
  const [first, second] = (await Promise.all(made.runs.map(stored))) as [
    CaseRecord[],
    CaseRecord[],
  ];
  return {
    ...{ prepared, first, second },
    facts: {
      empty: prepared.source.trim() === '',
      cases: Object.entries(made.looks).map(([name, look]) => {
        const { skipped, swallows, tells, ...comparisons } = look;
        return { case: name, skipped, swallows, tells, comparisons };
      }),
    },
  };
}

/** Stored records of a part. @throws HarnessOutdatedError when the part now fails */
export async function knownOriginalRun(
  context: HarnessContext,
  part: HarnessPart,
): Promise<OriginalRun> {
  const original = await originalRunOf(context, part);
  if (!('reason' in original)) return original;
  throw new HarnessOutdatedError('the original fails in cases that it passed');
}

async function runTwice(
  context: HarnessContext,
  part: HarnessPart,
): Promise<z.infer<typeof OriginalStep>> {
  const roots = withoutSource();
  const harness = await harnessRequest(context, part);
  const terms = { clock: caseClock, limits: plainCaseLimits };
  const job = await runJob(context, 'run_original', { roots, harness, ...terms });
  if (job.kind === 'failed') return { reason: job.reason, feedback: job.feedback };
  const refused = Refused.safeParse(job.record);
  if (refused.success) {
    return { reason: { code: 'parse_error' }, feedback: refused.data.error.message };
  }
  const ready = Ready.safeParse(job.records[0]);
  const ended = Ended.safeParse(job.record);
  if (!ready.success || !ended.success) {
    return {
      reason: { code: 'killed' },
      feedback: 'The run of the cases did not say what it did.',
    };
  }
  const failed = ended.data.imports.find(({ ok }) => !ok);
  if (failed !== undefined) return importFailure(failed);
  const runs: [CaseRecord[], CaseRecord[]] = [[], []];
  for (const one of job.records) {
    const said = Said.safeParse(one);
    const record = said.success ? caseRecordOf(said.data.record) : null;
    if (said.success && record !== null) runs[said.data.run - 1]?.push(record);
  }
  const { prepared, facts } = ready.data;
  const put = (value: unknown): Promise<string> => context.blobs.put(JSON.stringify(value));
  return {
    prepared: await put(prepared),
    looks: facts.perCase,
    runs: [await put(runs[0]), await put(runs[1])],
  };
}

/** Everything except the tree of the repository, which no candidate has. */
export function withoutSource(): Omit<typeof environmentRoots, 'source'> {
  const { project, deps, tools } = environmentRoots;
  return { project, deps, tools };
}

/** The message when the cases or the function could not be imported. */
export function importFailure({ phase, kind, error }: z.infer<typeof Imported>): StepFailure {
  const told = errorOf(error);
  if (told !== null) {
    const code = phase === 'harness' ? errorReason(told) : 'import_error';
    return { reason: { code }, feedback: `On import: ${errorWords(told)}` };
  }
  const code = kind === 'timed-out' ? 'timeout' : kind === 'killed' ? 'killed' : 'import_error';
  return { reason: { code }, feedback: 'Importing the project or the cases did not end well.' };
}
