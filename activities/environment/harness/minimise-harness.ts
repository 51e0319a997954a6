import { z } from 'zod';

import { compareOutcomes } from '../../../core/repository/compare/compare-outcomes';
import { exactPolicy } from '../../../core/python-values/comparison-policy';
import { coverageOf } from '../../../core/repository/gates/coverage';
import { fewestAndStrongest } from '../../../core/repository/gates/minimise';
import { mutationScore } from '../../../core/repository/gates/mutation';
import type { PlanEvent } from '../../../core/repository/plan/plan';
import { CoverageMarks, Survivor } from '../../../core/schemas/environment-built';
import { HarnessMeasures, HarnessPart } from '../../../core/schemas/environment-harness';
import { coverageMarks } from './coverage-facts';
import type { ActionOf, HarnessContext } from './harness-context';
import { factsOf, saveFacts } from './harness-facts';
import { cachedStep, stepKey } from './cached-step';
import { survivorsOf } from './measure-mutation';
import { measuredFacts } from './mutant-facts';
import { knownOriginalRun, originalRunOf } from './original-run';
import { flakesOf } from './rerun-harness';
import { runJob } from './run-job';
import { allCases, harnessRequest, saveHarness, withCases } from './stored-harness';

const Trimmed = z.object({ source: z.string().min(1), blobs: z.array(z.string()) });
const TrimStep = z.object({ part: HarnessPart });

/** Facts about a minimised harness. */
const Found = z.strictObject({
  measures: HarnessMeasures,
  coverage: CoverageMarks,
  survivors: z.array(Survivor),
});
type Found = z.infer<typeof Found>;

/** The average number of cases in a harness of R2E-Eval1 (§10.2: fewer cases are graded faster). */
const usualCases = 12;

/** Chooses cases that cover and detect as much as all cases do, and stores their facts. */
export async function minimiseHarness(
  context: HarnessContext,
  { id, harness }: ActionOf<'minimise'>,
): Promise<PlanEvent> {
  const facts = await measuredFacts(context, harness);
  if ('reason' in facts) return { of: id, ...facts, kind: 'failed' };
  const { parts, coverage, mutants } = facts;
  const names = fewestAndStrongest(allCases(parts), coverage, mutants, usualCases);
  const few = withCases(parts, names).filter(({ cases }) => cases.length > 0);
  const trimmed = await Promise.all(few.map((part) => trim(context, part)));
  const saved = await saveHarness(context, trimmed);
  const covered = coverageOf(coverage, names);
  const score = mutationScore(mutants, names);
  const measures: HarnessMeasures = {
    cases: saved.cases,
    branchCoverage: covered.branch,
    lineCoverage: covered.line,
    mutation: {
      killed: score.killed,
      total: score.total,
      survivors: score.survivors.map(({ words }) => words),
    },
    ...(await flakesOf(context, harness)),
  };
  const found: Found = {
    measures,
    coverage: coverageMarks(coverage, covered),
    survivors: survivorsOf(score),
  };
  await saveFacts(context, 'found', saved.harness, Found.parse(found));
  return { of: id, kind: 'passed', ...saved };
}

/** The stored facts about a minimised harness. @throws HarnessOutdatedError */
export function foundOf(context: HarnessContext, harness: string): Promise<Found> {
  return factsOf(context, 'found', harness, Found);
}

/** Removes the text of the cases that are not kept, if the remaining cases then behave as before. */
async function trim(context: HarnessContext, part: HarnessPart): Promise<HarnessPart> {
  const { source, blobs, cases } = part;
  const key = stepKey(context, 'trim', { source, blobs, cases });
  const make = async (): Promise<z.infer<typeof TrimStep>> => ({ part: await cut(context, part) });
  return (await cachedStep(context, key, TrimStep, make)).part;
}

async function cut(context: HarnessContext, part: HarnessPart): Promise<HarnessPart> {
  const before = await knownOriginalRun(context, part);
  if (before.prepared.cases.length === part.cases.length) return part;
  const harness = await harnessRequest(context, {
    ...part,
    cases: [...before.prepared.cases],
  });
  const job = await runJob(context, 'keep_cases', { harness, keep: part.cases });
  const told = job.kind === 'finished' ? Trimmed.safeParse(job.record).data : undefined;
  if (told === undefined || told.source === part.source) return part;
  const blobs = Object.entries(part.blobs).filter(([name]) => told.blobs.includes(name));
  const trimmed = { ...part, source: told.source, blobs: Object.fromEntries(blobs) };
  const after = await originalRunOf(context, trimmed);
  if ('reason' in after) return part;
  const wanted = before.first.filter((one) => part.cases.includes(one.case));
  const again = after.first.filter((one) => part.cases.includes(one.case));
  return compareOutcomes(wanted, again, exactPolicy) === null ? trimmed : part;
}
