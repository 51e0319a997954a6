import { z } from 'zod';

import type { JobRecord } from '../../../core/adapters/repository';
import { rerunGate } from '../../../core/repository/gates/reruns';
import type { Rerun } from '../../../core/repository/gates/reruns';
import type { PlanEvent } from '../../../core/repository/plan/plan';
import type { FlakeCause } from '../../../core/names/environment-reasons';
import { flakeCauses } from '../../../core/names/environment-reasons';
import { caseClock, watchedCaseLimits } from '../../../core/repository/run-terms';
import { caseRecordOf } from '../../../core/python-values/case-record';
import type { HarnessPart } from '../../../core/schemas/environment-harness';
import type { ActionOf, HarnessContext } from './harness-context';
import { factsOf, findFacts, saveFacts } from './harness-facts';
import { findCached, cachedStep, stepKey } from './cached-step';
import { knownOriginalRun, withoutSource } from './original-run';
import { runJob, StepFailure, StoppedImport } from './run-job';
import {
  allCases,
  caseName,
  harnessRequest,
  loadParts,
  saveHarness,
  withCases,
} from './stored-harness';

/** The reruns by the name that the job uses, with the word of the gate for the circumstance that each changes. */
const causeOf: Readonly<Record<string, FlakeCause>> = {
  again: 'chance',
  'other seeds': 'hash-seed',
  'another place': 'place',
  'another time, in reverse': 'clock',
  slow: 'cpu',
};
/** The results of reruns that each change one circumstance. */
const factorCauses: Readonly<Record<string, FlakeCause>> = {
  'hash-seed': 'hash-seed',
  'case-order': 'order',
  clock: 'clock',
  'time-zone': 'clock',
  locale: 'place',
  environment: 'place',
  'working-folder': 'place',
  'directory-order': 'place',
  speed: 'cpu',
  randomness: 'chance',
  scheduling: 'chance',
  process: 'chance',
  'memory-address': 'chance',
  unknown: 'chance',
};

const ToldRerun = z.looseObject({
  name: z.string(),
  records: z.record(z.string(), z.unknown()),
  cases: z.array(z.string()).optional(),
});
const SaidRerun = z.object({ rerun: ToldRerun });
/** The cases have no records. This says nothing about them until they have run with nothing beside them. */
const StoppedRerun = z.object({ rerun: z.object({ import: StoppedImport }) });
const Ended = z.object({
  flaky: z.record(z.string(), z.object({ causes: z.array(z.string()) })),
});

const PartFlakes = z.strictObject({
  flakes: z.array(z.strictObject({ case: z.string(), cause: z.enum(flakeCauses) })),
  feedback: z.string(),
});
type PartFlakes = z.infer<typeof PartFlakes>;
const RerunStep = z.union([PartFlakes, StepFailure]);
const KeptRerun = z.strictObject({ rerun: ToldRerun });

const Flakes = z.strictObject({
  flakes: PartFlakes.shape.flakes,
  reruns: z.int().positive(),
});
type Flakes = z.infer<typeof Flakes>;

/** Runs the cases five times. Each run changes one circumstance. Flaky cases are dropped with the cause. */
export async function rerunHarness(
  context: HarnessContext,
  { id, harness }: ActionOf<'reruns'>,
): Promise<PlanEvent> {
  const parts = await loadParts(context, harness);
  const flakes: PartFlakes['flakes'] = [];
  let feedback = '';
  for (const [at, part] of parts.entries()) {
    const { source, blobs, cases } = part;
    const step = stepKey(context, 'reruns', { source, blobs, cases });
    const make = (): Promise<z.infer<typeof RerunStep>> => rerun(context, part, step);
    const made = await cachedStep(context, step, RerunStep, make);
    if ('reason' in made) return { of: id, ...made, kind: 'failed' };
    flakes.push(...made.flakes.map((one) => ({ ...one, case: caseName(at, one.case) })));
    feedback ||= made.feedback;
  }
  const dropped = flakes.map(({ case: name, cause }) => ({
    case: name,
    reason: { code: 'flaky' as const, cause },
  }));
  context.note?.({ dropped });
  const flaky = new Set(flakes.map((one) => one.case));
  const kept = allCases(parts).filter((name) => !flaky.has(name));
  if (kept.length === 0) {
    const cause = flakes[0]?.cause ?? 'chance';
    return { of: id, kind: 'failed', reason: { code: 'flaky', cause }, feedback };
  }
  const saved = await saveHarness(context, withCases(parts, kept));
  const told: Flakes = { flakes, reruns: Object.keys(causeOf).length };
  await saveFacts(context, 'flakes', saved.harness, told);
  return { of: id, kind: 'passed', ...saved };
}

/** The cases that reruns dropped before this harness was made. @throws HarnessOutdatedError */
export function flakesOf(context: HarnessContext, harness: string): Promise<Flakes> {
  return factsOf(context, 'flakes', harness, Flakes);
}

/** The dropped cases are also stored for the harness without them. */
export async function keepFlakes(
  context: HarnessContext,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const found = await findFacts(context, 'flakes', from, Flakes);
  if (found !== null) await saveFacts(context, 'flakes', to, found);
}

/** Continues from the reruns that an earlier try stored. */
async function rerun(
  context: HarnessContext,
  part: HarnessPart,
  step: string,
): Promise<z.infer<typeof RerunStep>> {
  const { steps } = context;
  const { prepared, first } = await knownOriginalRun(context, part);
  const original = first.filter((one) => part.cases.includes(one.case));
  const known = await keptReruns(context, step);
  let kept = known.length;
  let saving: Promise<void> = Promise.resolve();
  const keep = (record: JobRecord): void => {
    const said = SaidRerun.safeParse(record);
    if (!said.success || StoppedRerun.safeParse(record).success) return;
    const key = rerunKey(context, step, kept++);
    saving = saving.then(() => steps.saveStep(key, { rerun: said.data.rerun }));
    // This error is handled below, after the end of the job. Otherwise it would end the process.
    saving.catch(() => undefined);
  };
  const request = {
    roots: withoutSource(),
    harness: await harnessRequest(context, { ...part, source: prepared.source }),
    expected: Object.fromEntries(original.map((one) => [one.case, one])),
    known,
    clock: caseClock,
    limits: watchedCaseLimits,
  };
  const job = await runJob(context, 'rerun_cases', request, keep).finally(() => saving);
  if (job.kind === 'failed') return { reason: job.reason, feedback: job.feedback };
  const told = job.records.flatMap((record) => SaidRerun.safeParse(record).data?.rerun ?? []);
  const reruns = [...known, ...told].flatMap(({ name, records }): Rerun[] => {
    const cause = causeOf[name];
    // Only sound records of a candidate are compared, so only sound records of the original count.
    const sound = Object.values(records).map((record) => caseRecordOf(record));
    return cause === undefined ? [] : [{ cause, records: sound }];
  });
  if (new Set(reruns.map(({ cause }) => cause)).size < Object.keys(causeOf).length) {
    return { reason: { code: 'killed' }, feedback: 'Not all of the reruns came to an end.' };
  }
  const { outcome, dropped } = rerunGate(original, reruns);
  const ended = Ended.safeParse(job.record).data;
  return {
    feedback: outcome.kind === 'failed' ? outcome.feedback : '',
    flakes: dropped.flatMap(({ case: name, reason }) => {
      const factor = ended?.flaky[name]?.causes[0];
      const finer = factor === undefined ? undefined : factorCauses[factor];
      return reason.code === 'flaky' ? [{ case: name, cause: finer ?? reason.cause }] : [];
    }),
  };
}

function rerunKey(context: HarnessContext, step: string, at: number): string {
  return stepKey(context, 'one rerun', { step, at });
}

async function keptReruns(
  context: HarnessContext,
  step: string,
): Promise<readonly z.infer<typeof ToldRerun>[]> {
  const found: z.infer<typeof ToldRerun>[] = [];
  for (;;) {
    const one = await findCached(context, rerunKey(context, step, found.length), KeptRerun);
    if (one === null) return found;
    found.push(one.rerun);
  }
}
