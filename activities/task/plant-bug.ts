import { z } from 'zod';

import { usualJobLimits } from '../../core/adapters/repository';
import type { BugToPlant, TaskCandidate } from '../../core/schemas/task-candidate';
import { storedArchive } from '../../core/work/stored-archive';
import type { ActivityDependencies } from '../dependencies';
import { RepositoryJobError, runRepositoryJob } from '../environment/repository/run-repository-job';

const Planted = z.union([
  z.object({
    failed: z.null(),
    words: z.string(),
    planted: z.string().min(1),
    gold: z.string().min(1),
  }),
  z.object({ failed: z.string() }),
]);

const shape = { memoryMb: 1_024, filesMb: 768, scratchMb: 128 };
const limits = { ...usualJobLimits, ...{ wallMs: 120_000, cpuMs: 120_000 } };

/**
 * A candidate with its bug: a diff that belongs to the repository, and the one that takes it back. A text: why it cannot be planted.
 * @throws TaskEnvironmentError, RepositoryJobError, what a cell throws
 */
export async function plantBug(
  {
    store: { environments },
    repositories,
    taskEnvironments,
  }: Pick<ActivityDependencies, 'store' | 'repositories' | 'taskEnvironments'>,
  candidate: TaskCandidate & { readonly bug: BugToPlant },
  signal: AbortSignal,
): Promise<TaskCandidate | string> {
  const { bug, source } = candidate;
  const { archives } = await taskEnvironments.of(source, signal);
  const { end } = await runRepositoryJob(await repositories(), {
    module: 'plant_bug',
    request: { roots: { source: '/srv/source' }, ...bug },
    archives: [storedArchive(environments, archives.snapshot, 'source')],
    ...{ shape, options: { limits, walls: 'strict', signal } },
  });
  if (end.kind !== 'finished') throw new RepositoryJobError('plant_bug', end);
  const told = Planted.parse(end.record);
  if (told.failed !== null) return told.failed;
  const { planted, gold, words } = told;
  return {
    ...{ ...candidate, source: { ...source, planted }, goldPatch: gold },
    madeOf: `${candidate.madeOf}: ${words}`,
  };
}
