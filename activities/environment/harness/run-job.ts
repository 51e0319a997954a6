import { z } from 'zod';

import { assertNever } from '../../../core/values/assert-never';
import { EspalierError } from '../../../core/errors/errors';
import { usualJobLimits } from '../../../core/adapters/repository';
import type {
  JobEnd,
  JobLimits,
  JobRecord,
  RepositoryCell,
} from '../../../core/adapters/repository';
import { wasStopped } from '../../../core/repository/stopped-job';
import { HarnessReason } from '../../../core/schemas/environment-harness';
import { environmentShape } from '../open-environment';
import type { HarnessContext } from './harness-context';

/**
 * Minutes, because a job runs all cases of a harness several times, and each case has its own limits. The limit counts
 * processor time: on a busy machine a job waits longer.
 */
const harnessLimits: JobLimits = {
  ...usualJobLimits,
  wallMs: 600_000,
  cpuMs: 240_000,
  memoryMb: environmentShape.memoryMb,
  processes: 128,
  outputBytes: 256 * 1024 * 1024,
  diskMb: environmentShape.scratchMb,
};

/**
 * An exception of foreign code is an outcome that the job reports. An exception of the job itself is our bug and says
 * nothing about the function.
 */
class JobBrokenError extends EspalierError {
  constructor(module: string, error: string) {
    super(`the job ${module} broke: ${error.slice(0, 500)}`, {
      code: 'JOB_BROKEN',
      remedy:
        'Nothing was said of the function. Report this with its id; `run resume` tries again, after an upgrade too',
    });
  }
}

/** A step that ended without a result, and what it says of the function or the cases. */
export const StepFailure = z.strictObject({ reason: HarnessReason, feedback: z.string() });
export type StepFailure = z.infer<typeof StepFailure>;

export type JobOutcome =
  | {
      readonly kind: 'finished';
      readonly record: JobRecord;
      readonly records: readonly JobRecord[];
    }
  | ({ readonly kind: 'failed' } & StepFailure);

/** This is also used when the job reports that an import took too long. */
export const StoppedImport = z.object({ kind: z.enum(['timed-out', 'killed']) });
const ImportStopped = z.union([
  z.object({ import: StoppedImport }),
  z
    .object({ imports: z.array(z.unknown()).nonempty() })
    .refine(({ imports }) => imports.some((one) => StoppedImport.safeParse(one).success)),
]);

/** Whether a busy machine, and not the code that it ran, may have ended the job. */
function isDoubtful(end: JobEnd): boolean {
  return (
    wasStopped(end) || (end.kind === 'finished' && ImportStopped.safeParse(end.record).success)
  );
}

/**
 * Runs a job on the environment of the function. If foreign code ends the job, this is an outcome; an error of the cell is
 * thrown. A job that was stopped by anything but its limit of processor time is run once more with nothing else in cells,
 * and the second result counts.
 * @throws what `RepositoryCell.run` throws
 */
export async function runJob(
  { cell, alone, signal }: HarnessContext,
  module: string,
  request: object,
  onRecord?: (record: JobRecord) => void,
): Promise<JobOutcome> {
  let said: JobRecord[] = [];
  const runIn = async (place: Pick<RepositoryCell, 'run'>): Promise<JobEnd> => {
    let current = 1;
    said = [];
    const { end } = await place.run(
      { module, request },
      {
        limits: harnessLimits,
        walls: 'strict',
        signal,
        onRecord: (record, attempt) => {
          if (attempt !== current) [said, current] = [[], attempt];
          said.push(record);
          onRecord?.(record);
        },
      },
    );
    return end;
  };
  const first = await runIn(cell);
  const end = isDoubtful(first) ? await alone(runIn) : first;
  if (end.kind === 'finished') return { kind: 'finished', record: end.record, records: said };
  return { kind: 'failed', ...failureOf(module, end) };
}

function failureOf(module: string, end: Exclude<JobEnd, { kind: 'finished' }>): StepFailure {
  switch (end.kind) {
    case 'raised': {
      const { type, message } = end.error;
      if (type !== 'MemoryError') throw new JobBrokenError(module, `${type}: ${message}`);
      return { reason: { code: 'oom' }, feedback: 'The cases need more memory than there is.' };
    }
    case 'timed-out':
      return { reason: { code: 'timeout' }, feedback: 'The cases together take too long.' };
    case 'memory-limit':
      return { reason: { code: 'oom' }, feedback: 'The cases need more memory than there is.' };
    case 'output-limit':
      return { reason: { code: 'oom' }, feedback: 'The cases give more than can be kept.' };
    case 'killed-by-signal':
    case 'exited':
      return { reason: { code: 'killed' }, feedback: 'The process of the cases was ended.' };
    default:
      return assertNever(end);
  }
}
