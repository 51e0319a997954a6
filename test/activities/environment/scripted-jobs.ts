import { Readable } from 'node:stream';

import type {
  Job,
  JobEnd,
  JobOptions,
  JobRecord,
  JobResult,
  RepositoryCell,
  RepositoryHost,
} from '../../../core/adapters/repository';

export interface ScriptedJob {
  readonly end: JobEnd;
  readonly records?: readonly JobRecord[];
  /** What the one file holds that it hands over, `environment.tar`. */
  readonly file?: string;
  /** Default: different numbers that are not 0. */
  readonly cost?: { readonly cpuMs: number; readonly wallMs: number };
}

const usualCost = { cpuMs: 20, wallMs: 30 };
const silent = { text: '', bytes: 0, truncated: false };

/** Says the records, hands over the file, and ends. */
export async function answerJob(job: ScriptedJob, options?: JobOptions): Promise<JobResult> {
  const { end, records = [], file, cost = usualCost } = job;
  for (const record of records) options?.onRecord?.(record, 1);
  if (file !== undefined) {
    await options?.onFile?.('environment.tar', Readable.from([Buffer.from(file)]), 1);
  }
  return { end, records, files: [], stdout: silent, stderr: silent, ...cost };
}

/** Cells whose jobs end as is said, one after the other, and which of them were alone. */
export function scriptedJobs(jobs: readonly ScriptedJob[]) {
  const left = [...jobs];
  const ran: {
    readonly module: string;
    readonly alone: boolean;
    readonly wallMs: number | undefined;
  }[] = [];
  const cell = (alone: boolean): RepositoryCell => ({
    place: { provider: 'bubblewrap', place: 'here', python: '3.11.7', tools: 't' },
    run: async ({ module }: Job, options?: JobOptions): Promise<JobResult> => {
      const next = left.shift();
      if (next === undefined) throw new RangeError(`${module} was not to be run`);
      ran.push({ module, alone, wallMs: options?.limits.wallMs });
      return await answerJob(next, options);
    },
    close: () => Promise.resolve(),
  });
  const host: RepositoryHost = { open: ({ alone }) => Promise.resolve(cell(alone === true)) };
  return { ran, cell, host };
}

export const outOfWall: JobEnd = { kind: 'timed-out', cause: 'wall' };
