import { z } from 'zod';

import { usualJobLimits } from '../../../core/adapters/repository';
import type { JobLimits } from '../../../core/adapters/repository';
import { interpreterOf, interpreterPath } from '../../../core/repository/interpreter';
import { interpreterArchive } from '../../../core/work/interpreter-archive';
import { storedArchive } from '../../../core/work/stored-archive';
import type { ActivityDependencies } from '../../dependencies';
import {
  RepositoryJobError,
  runRepositoryJob,
} from '../../environment/repository/run-repository-job';
import { stepKey } from '../../environment/repository/step-key';
import { sha256Of } from '../../sha256-of';
import type { TaskRepository } from './task-repository';

const Checked = z.object({
  /** As `git diff` writes it. */
  patch: z.string(),
  /** What is wrong with Python files, by path. */
  syntax: z.record(z.string(), z.string()),
  /** Removed and added lines without comments, docstrings and layout. */
  normalised: z.string(),
});
export type CheckedEdits = z.infer<typeof Checked>;

const shape = { memoryMb: 1_024, filesMb: 768, scratchMb: 128 };
const limits: JobLimits = { ...usualJobLimits, wallMs: 120_000, cpuMs: 120_000 };

/**
 * Changed files as one patch, with the syntax errors that the interpreter of the task finds in them.
 * @param files new texts by path; null: removed
 * @throws RepositoryJobError, what a cell throws
 */
export async function checkEdits(
  { store, repositories }: ActivityDependencies,
  { record, texts }: TaskRepository,
  files: ReadonlyMap<string, string | null>,
  signal?: AbortSignal,
): Promise<CheckedEdits> {
  const { environments } = store;
  const changed = Object.fromEntries(
    [...files]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([path, after]) => [path, { before: texts.get(path) ?? null, after }]),
  );
  const { snapshot } = record.archives;
  const { image } = record;
  const interpreter = interpreterOf(record);
  const key = stepKey('check_edits', {
    ...{ snapshot, interpreter: interpreter?.archive ?? image?.id ?? record.python },
    changed: sha256Of(JSON.stringify(changed)),
  });
  const known = Checked.safeParse(await environments.findStep(key)).data;
  if (known !== undefined) return known;
  // The texts come with the request. The tree is there for the next job: a cell with it is kept.
  const archives = [
    storedArchive(environments, snapshot, 'source'),
    ...interpreterArchive(environments, interpreter),
  ];
  const request = {
    files: changed,
    ...(interpreter === undefined ? {} : { interpreter: interpreterPath(interpreter) }),
  };
  const { end } = await runRepositoryJob(await repositories(), {
    ...{ archives, shape, module: 'check_edits', request, image: image?.id },
    // Strict walls would hide the interpreter of an image.
    options: { limits, walls: image === undefined ? 'strict' : 'wide', signal },
  });
  const checked = end.kind === 'finished' ? Checked.safeParse(end.record).data : undefined;
  if (checked === undefined) throw new RepositoryJobError('check_edits', end);
  await environments.saveStep(key, checked);
  return checked;
}
