import { z } from 'zod';

import { usualJobLimits } from '../../../core/adapters/repository';
import type { RepositoryArchive } from '../../../core/adapters/repository';
import { TaskEnvironmentError } from '../../../core/patches/task-environment-error';
import { environmentIdentity } from '../../../core/repository/environment-identity';
import type { EnvironmentRecord } from '../../../core/schemas/environment';
import { storedArchive } from '../../../core/work/stored-archive';
import { sha256Of } from '../../sha256-of';
import { largestInstalledBytes } from '../open-environment';
import { RepositoryJobError, runRepositoryJob } from '../repository/run-repository-job';
import type { RepositoryParts } from '../repository/repository-parts';
import { stepKey } from '../repository/step-key';

export type PlantedParts = Pick<RepositoryParts, 'repositories' | 'place'> & {
  readonly store: Pick<RepositoryParts['store'], 'environments'>;
};

const shape = { memoryMb: 1_024, filesMb: 2_048, scratchMb: 2_048 };
const limits = {
  ...usualJobLimits,
  ...{ wallMs: 300_000, cpuMs: 300_000, fileBytes: largestInstalledBytes },
  ...{ diskMb: shape.scratchMb, diskFiles: 400_000 },
};

const Made = z.object({ archive: z.string() });
const Planted = z.object({ failed: z.string().nullable() });

/**
 * An environment whose tree has a planted bug. Its installation holds no file of the tree without the bug, so that no box of it shows
 * the right code. @throws TaskEnvironmentError for a bug of another tree, RepositoryJobError, what a cell throws
 */
export async function plantedEnvironment(
  parts: PlantedParts,
  record: EnvironmentRecord,
  planted: string,
  signal: AbortSignal,
): Promise<EnvironmentRecord> {
  const { environments } = parts.store;
  const { archives } = record;
  const tree = storedArchive(environments, archives.snapshot, 'source');
  const installed = await archiveOf(parts, {
    ...{ module: 'lean_installation', depends: { archives }, signal },
    request: { roots: { source: '/srv/source', project: '/srv/project', deps: '/srv/deps' } },
    archives: [storedArchive(environments, archives.installed), tree],
  });
  const snapshot = await archiveOf(parts, {
    ...{ module: 'plant_tree', depends: { tree: archives.snapshot, planted }, signal },
    request: { roots: { source: '/srv/source' }, planted },
    archives: [tree],
  });
  const changed = { ...archives, installed, snapshot };
  const sha256 = sha256Of(environmentIdentity({ archives: changed, python: record.python }));
  const made = { ...record, archives: changed, sha256 };
  // Its archives take room, and are evicted, as those of every environment of a task.
  await environments.saveEnvironment(made);
  await environments.useTaskEnvironment(sha256);
  return made;
}

interface MakingJob {
  readonly module: string;
  readonly request: object;
  readonly archives: readonly RepositoryArchive[];
  readonly depends: object;
  readonly signal: AbortSignal;
}

/** sha256 of the archive that a job makes, known or made. */
async function archiveOf(
  { store: { environments }, repositories, place }: PlantedParts,
  { module, request, archives, depends, signal }: MakingJob,
): Promise<string> {
  const { tools } = await place();
  const key = stepKey(module, { ...depends, tools });
  const known = Made.safeParse(await environments.findStep(key)).data;
  if (known !== undefined && (await environments.hasArchive(known.archive))) return known.archive;
  let archive: string | null = null;
  const { end } = await runRepositoryJob(await repositories(), {
    ...{ module, request, archives, shape },
    options: {
      ...{ limits, walls: 'strict', signal },
      onFile: async (_name, content) => {
        archive = (await environments.putArchive(content)).sha256;
      },
    },
  });
  if (end.kind !== 'finished') throw new RepositoryJobError(module, end);
  const failed = Planted.safeParse(end.record).data?.failed ?? null;
  if (failed !== null) {
    throw new TaskEnvironmentError(
      'no-commit',
      `the planted bug is not of this tree: ${failed}`,
      'Correct `planted` or `base_commit` of the row',
    );
  }
  if (archive === null) throw new Error(`${module} handed over nothing`);
  await environments.saveStep(key, { archive }, 'last');
  return archive;
}
