import { lendCell } from '../../../../activities/environment/lent-cell';
import type { HarnessContext } from '../../../../activities/environment/harness/harness-context';
import type { Job, JobEnd, JobOptions, JobRecord } from '../../../../core/adapters/repository';
import type { CaseRecord } from '../../../../core/python-values/case-record';
import type { SeenOfStep } from '../../../../core/repository/step-note';
import { HarnessPart } from '../../../../core/schemas/environment-harness';
import { definitionOf } from '../../../core/repository/sample-definition';
import { createMemoryBlobs } from '../../../fakes/memory-blobs';
import { createMemoryEnvironments } from '../../../fakes/memory-environments';

export interface JobAnswer {
  readonly end: JobEnd;
  readonly records?: readonly JobRecord[];
}

export interface AskedJob {
  readonly module: string;
  readonly request: Readonly<Record<string, unknown>>;
}

/** The answers of jobs by their names; one that has no answer must not be run. */
export type JobAnswers = Readonly<Record<string, (request: AskedJob['request']) => JobAnswer>>;

export const finished = (record: JobRecord): JobEnd => ({ kind: 'finished', record });

export const part = (source: string, cases: readonly string[], blobs = {}): HarnessPart =>
  HarnessPart.parse({
    ...{ source, cases, blobs },
    provenance: { generator: 'hypothesis', round: 1 },
  });

/** How a case looks that compares once what the function gives. */
export const soundLook = {
  ...{ skipped: false, target: 1, self: 0, constant: 0, swallows: false, tells: false },
};

/** What the job that runs the original twice tells of these cases. */
export function originalAnswer(
  runs: readonly [readonly CaseRecord[], readonly CaseRecord[]],
  { source = 'prepared', looks = {} }: { source?: string; looks?: object } = {},
): JobAnswer {
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
  const asked: AskedJob[] = [];
  const noted: Partial<SeenOfStep>[] = [];
  const blobs = createMemoryBlobs();
  const environments = createMemoryEnvironments();
  const cell = await lendCell(async () => ({
    place: { provider: 'bubblewrap', place: 'here', python: '3.11.7', tools: 't' },
    run: async ({ module, request }: Job, options: JobOptions) => {
      const answer = answers[module];
      if (answer === undefined) throw new RangeError(`${module} was not to be run`);
      asked.push({ module, request: request as AskedJob['request'] });
      const { end, records = [] } = answer(request as AskedJob['request']);
      for (const record of records) options.onRecord?.(record, 1);
      const silent = { text: '', bytes: 0, truncated: false };
      return { end, records, files: [], stdout: silent, stderr: silent, cpuMs: 1, wallMs: 1 };
    },
    close: () => Promise.resolve(),
  }));
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
