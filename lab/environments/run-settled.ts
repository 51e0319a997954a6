import { EspalierError } from '../../core/errors/errors';
import type {
  Job,
  JobEnd,
  JobOptions,
  JobResult,
  RepositoryCell,
} from '../../core/adapters/repository';
import { wasStopped } from '../../core/repository/stopped-job';

/** The machine stopped a job of ours, which runs no foreign code. */
class JobStoppedError extends EspalierError {
  constructor(instance: string, job: string, { kind }: JobEnd) {
    super(
      `the job ${job} was stopped twice (${kind}): nothing was said of the instance ${instance}`,
      {
        code: 'JOB_STOPPED',
        remedy: 'Run the command again when the machine is less busy, and has more memory to spare',
      },
    );
  }
}

/** Runs a job, once more if a busy machine may have stopped it. @throws JobStoppedError, what `RepositoryCell.run` throws */
export async function runSettled(
  cell: RepositoryCell,
  instance: string,
  job: Job,
  options: JobOptions,
): Promise<JobResult> {
  const first = await cell.run(job, options);
  const last = wasStopped(first.end) ? await cell.run(job, options) : first;
  if (wasStopped(last.end)) throw new JobStoppedError(instance, job.module, last.end);
  return last;
}
