import type { RepositoryHost } from '../../core/adapters/repository';
import type { EnvironmentStore } from '../../core/ports/environment';
import type { EnvironmentRecord } from '../../core/schemas/environment';
import type { TaskSource } from '../../core/schemas/patch-task';

export interface PatchCellsOptions {
  readonly host: () => Promise<RepositoryHost>;
  readonly environments: Pick<
    EnvironmentStore,
    'openArchive' | 'putArchive' | 'findStep' | 'saveStep' | 'hasArchive'
  >;
  /** The installed repository, built if need be. @throws TaskEnvironmentError */
  readonly environmentOf: (source: TaskSource, signal?: AbortSignal) => Promise<EnvironmentRecord>;
  /** Keeps a log and gives its sha256. */
  readonly keepLog: (log: string) => Promise<string>;
  /** Hash of our own Python in repository cells. */
  readonly tools: string;
}
