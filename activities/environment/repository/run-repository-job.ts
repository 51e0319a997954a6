import { EspalierError } from '../../../core/errors/errors';
import type {
  Job,
  JobEnd,
  JobOptions,
  JobResult,
  RepositoryArchive,
  RepositoryHost,
  RepositoryShape,
} from '../../../core/adapters/repository';

/** A job of ours, which runs no foreign code, gave no answer. The repository is only its input. */
export class RepositoryJobError extends EspalierError {
  constructor(job: string, end: JobEnd) {
    super(`The job ${job} came to no end: ${endWords(end)}`, {
      code: 'REPOSITORY_JOB',
      remedy: 'Leave this repository out, and report it with its address and commit',
    });
  }
}

export function endWords(end: JobEnd): string {
  switch (end.kind) {
    case 'finished':
      return 'finished';
    case 'raised':
      return `${end.error.type}: ${end.error.message}`.slice(0, 500);
    case 'timed-out':
      return `ended at its limit of ${end.cause === 'cpu' ? 'CPU' : 'time'}`;
    case 'memory-limit':
      return 'more memory than there is for it';
    case 'output-limit':
      return 'more output than is kept';
    case 'killed-by-signal':
      return `killed by ${end.signal}`;
    case 'exited':
      return `ended with ${end.code}`;
  }
}

export interface RepositoryJob extends Job {
  readonly archives: readonly RepositoryArchive[];
  readonly shape: RepositoryShape;
  /** As in `RepositoryHost.open`. */
  readonly image?: string | undefined;
  /** Whether nothing else may be in cells of this host meanwhile. */
  readonly alone?: boolean;
  readonly options: JobOptions;
}

/** One job in a cell that holds these archives. @throws what opening a cell throws, and `RepositoryCell.run` */
export async function runRepositoryJob(
  host: RepositoryHost,
  { archives, shape, image, alone = false, options, ...job }: RepositoryJob,
): Promise<JobResult> {
  const cell = await host.open({ archives, shape, image, alone, signal: options.signal });
  try {
    return await cell.run(job, options);
  } finally {
    await cell.close();
  }
}
