import { isAbsolute } from 'node:path';

import { TaskEnvironmentError } from '../../../core/patches/task-environment-error';
import { TakenIn } from '../../../core/schemas/environment-taken';
import type { TaskSource } from '../../../core/schemas/patch-task';
import { findClone, holdsCommit, takeIn } from '../../../repositories';
import type { RepositoryParts } from '../repository/repository-parts';
import { stepKey } from '../repository/step-key';

export interface TaskTreeParts extends Pick<RepositoryParts, 'store' | 'proxyUrlFor'> {
  /** Folder with clones that are read in place of cloning. undefined: there is none. */
  readonly clones?: string | undefined;
}

export type TaskTree = NonNullable<TakenIn['tree']>;

const noCommit = /no commit |not our ref|unadvertised object|couldn't find remote ref/i;

/**
 * The tree of a task at its commit, without anything of the history. It is read once.
 * @throws TaskEnvironmentError, RepositoryUnreachableError
 */
export async function taskTree(
  { store: { environments }, proxyUrlFor, clones }: TaskTreeParts,
  source: Pick<TaskSource, 'repository' | 'address' | 'commit'>,
  signal: AbortSignal,
): Promise<TaskTree> {
  const { repository, address, commit } = source;
  const key = stepKey('task-tree', { repository, address, commit });
  const known = TakenIn.safeParse(await environments.findStep(key)).data?.tree;
  if (known && (await environments.hasArchive(known.repository.tree))) return known;
  const { url, gitFolder } = await placeOf(source, clones);
  const proxy = gitFolder === undefined ? proxyUrlFor?.(url) : undefined;
  const taken = await takeIn(
    { kind: 'git', url, revision: commit },
    {
      keep: environments.putArchive,
      ...(proxy !== undefined && { environment: { https_proxy: proxy, http_proxy: proxy } }),
      ...{ gitFolder, signal },
    },
  );
  if (taken.ended !== null) throw troubleOf(source, taken.ended);
  const { tree } = taken;
  if (tree === null) throw new Error(`nothing was taken in for ${repository}`);
  const named = { ...tree, repository: { ...tree.repository, name: repository } };
  await environments.saveStep(key, { ended: null, tree: named }, 'last');
  return named;
}

/** The address that a task names, and the git directory of this machine that is read in its place. */
async function placeOf(
  { repository, address, commit }: Pick<TaskSource, 'repository' | 'address' | 'commit'>,
  clones: string | undefined,
): Promise<{ readonly url: string; readonly gitFolder?: string }> {
  if (address !== null && isAbsolute(address)) {
    if (await holdsCommit(address, commit)) {
      // The name alone: a path is one machine's.
      return { url: `file:///${encodeURIComponent(repository)}`, gitFolder: address };
    }
    throw new TaskEnvironmentError(
      'no-commit',
      `${address} is no git directory with the commit ${commit}`,
      'Fetch the commit into it, or name another clone',
    );
  }
  const url = address ?? `https://github.com/${repository}`;
  const gitFolder = clones === undefined ? null : await findClone(clones, repository, commit);
  return gitFolder === null ? { url } : { url, gitFolder };
}

function troubleOf(
  { repository, commit }: Pick<TaskSource, 'repository' | 'commit'>,
  ended: NonNullable<TakenIn['ended']>,
): TaskEnvironmentError {
  const why = 'why' in ended ? ended.why : ended.code;
  if (ended.code === 'clone_failed' && noCommit.test(why)) {
    return new TaskEnvironmentError(
      'no-commit',
      `${repository} ${commit}: ${why}`,
      'Name a clone that holds the commit: ESPALIER_CLONES',
    );
  }
  if (ended.code === 'no_python') {
    return new TaskEnvironmentError(
      'not-installed',
      `${repository} at ${commit} holds no Python`,
      'Leave this task out',
    );
  }
  return new TaskEnvironmentError(
    'no-repository',
    `${repository}: ${why}`,
    'Name a clone of it: ESPALIER_CLONES',
  );
}
