import { lendCell } from '../../../../activities/environment/lent-cell';
import type { HarnessContext } from '../../../../activities/environment/harness/harness-context';
import type { CaseRecord } from '../../../../core/python-values/case-record';
import type { SeenOfStep } from '../../../../core/repository/step-note';
import { HarnessPart } from '../../../../core/schemas/environment-harness';
import { definitionOf } from '../../../core/repository/sample-definition';
import { createMemoryBlobs } from '../../../fakes/memory-blobs';
import { createMemoryEnvironments } from '../../../fakes/memory-environments';
import { answeredJobs, finished } from '../answered-jobs';
import type { JobAnswers } from '../answered-jobs';
import type { ScriptedJob } from '../scripted-jobs';

export const part = (source: string, cases: readonly string[], blobs = {}): HarnessPart =>
  HarnessPart.parse({
    ...{ source, cases, blobs },
    provenance: { generator: 'hypothesis', round: 1 },
  });

/** How a case looks that compares once what the function gives. */
export const soundLook = {
  ...{ skipped: false, target: 1, self: 0, constant: 0, swallows: false, tells: false },
};

/** The record of the job that runs the original twice, for these cases. */
export function originalAnswer(
  runs: readonly [readonly CaseRecord[], readonly CaseRecord[]],
  { source = 'prepared', looks = {} }: { source?: string; looks?: object } = {},
): ScriptedJob {
  const cases = runs[0].map((record) => record.case);
  const perCase = { ...Object.fromEntries(cases.map((name) => [name, soundLook])), ...looks };
  const told = runs.flatMap((records, at) => records.map((record) => ({ run: at + 1, record })));
  return {
    end: finished({ imports: [{ ok: true }] }),
    records: [{ prepared: { source, cases }, facts: { perCase } }, ...told],
  };
}

/** The context of a harness whose jobs are answered so, with its store and all that was asked and noted. */
export async function answeredHarness(answers: JobAnswers, changes: Partial<HarnessContext> = {}) {
  const { host, asked } = answeredJobs(answers);
  const noted: Partial<SeenOfStep>[] = [];
  const blobs = createMemoryBlobs();
  const environments = createMemoryEnvironments();
  const shape = { memoryMb: 1, filesMb: 1, scratchMb: 1 };
  const cell = await lendCell(() => host.open({ archives: [], shape }));
  const context: HarnessContext = {
    ...{ cell, without: cell.without, alone: cell.alone, blobs, steps: environments },
    environment: 'a'.repeat(64),
    target: 'people/tools@0::pkg/m.py::clamp#1',
    definition: definitionOf(),
    gates: { coverage: 0.8, mutation: 0.8 },
    definitions: () => Promise.resolve([]),
    traces: () => Promise.resolve(null),
    grade: () => Promise.reject(new Error('no candidate is to be graded here')),
    note: (seen) => noted.push(seen),
    ...changes,
  };
  const modules = (): readonly string[] => asked.map(({ module }) => module);
  return { context, blobs, environments, asked, noted, modules };
}
