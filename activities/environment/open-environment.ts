import type { EnvironmentStore } from '../../core/ports/environment';
import type {
  RepositoryCell,
  RepositoryHost,
  RepositoryShape,
} from '../../core/adapters/repository';
import { openWithPython } from '../../core/repository/open-with-python';
import { interpreterOf } from '../../core/repository/interpreter';
import { interpreterArchive } from '../../core/work/interpreter-archive';
import { storedArchive } from '../../core/work/stored-archive';
import type { EnvironmentRecord } from '../../core/schemas/environment';

export interface EnvironmentHost {
  readonly environments: Pick<EnvironmentStore, 'openArchive'>;
  readonly repositories: () => Promise<RepositoryHost>;
}

export const environmentRoots = {
  source: '/srv/source',
  project: '/srv/project',
  deps: '/srv/deps',
  tools: '/srv/tools',
} as const;

/** A job may use all memory. Files: the largest tree that is taken in (512 MiB), the largest installation, and our tools. */
export const environmentShape: RepositoryShape = {
  memoryMb: 2_048,
  filesMb: 1_536,
  scratchMb: 128,
};

/** Of what is installed: with it a cell holds the tree and the tools, too. */
export const largestInstalledBytes = 900 * 1024 * 1024;

/** @param alone nothing else may be in cells of this host @throws what `openWithPython` throws, BlobMissingError */
export async function openEnvironment(
  host: EnvironmentHost,
  record: Pick<EnvironmentRecord, 'archives' | 'python' | 'sha256'>,
  signal?: AbortSignal,
  alone = false,
): Promise<RepositoryCell> {
  const { archives } = record;
  return openWithPython(await host.repositories(), record, {
    archives: [
      storedArchive(host.environments, archives.installed),
      storedArchive(host.environments, archives.snapshot, 'source'),
      storedArchive(host.environments, archives.tools, 'tools'),
      ...interpreterArchive(host.environments, interpreterOf(record)),
    ],
    shape: environmentShape,
    alone,
    signal,
  });
}
