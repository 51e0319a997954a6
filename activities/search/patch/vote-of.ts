import { applyDiff } from '../../../core/patches/edits/apply-diff';
import { readDiff } from '../../../core/patches/edits/read-diff';
import type { TaskSource } from '../../../core/schemas/patch-task';
import type { ActivityDependencies } from '../../dependencies';
import { sha256Of } from '../../sha256-of';
import { checkEdits } from './check-edits';
import type { TaskRepositories } from './task-repository';

/**
 * The vote of a patch that an agent made: equal for patches that are equal without comments, docstrings and layout.
 * null: its files cannot be read as text, as of a change of a binary file.
 * @throws TaskEnvironmentError, RepositoryJobError, what a cell throws
 */
export async function voteOf(
  {
    dependencies,
    repositories,
  }: {
    readonly dependencies: ActivityDependencies;
    readonly repositories: TaskRepositories;
  },
  source: TaskSource,
  patch: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const read = readDiff(patch);
  if (read.faults.length > 0 || read.files.length === 0) return null;
  const repository = await repositories.of(source, signal);
  const { files, faults } = applyDiff(repository.texts, read.files);
  if (faults.length > 0) return null;
  const { normalised } = await checkEdits(dependencies, repository, files, signal);
  return sha256Of(normalised);
}
