import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

import { commitOfTree, sdistOf } from '../../../core/patches/sdist-address';
import { TaskEnvironmentError } from '../../../core/patches/task-environment-error';
import { TakenIn } from '../../../core/schemas/environment-taken';
import type { TaskSource } from '../../../core/schemas/patch-task';
import { findClone, holdsCommit, takeIn } from '../../../repositories';
import type { RepositoryParts } from '../repository/repository-parts';
import { stepKey } from '../repository/step-key';

export interface TaskTreeParts extends Pick<RepositoryParts, 'store' | 'packages' | 'proxyUrlFor'> {
  /** Folder with clones that are read in place of cloning. undefined: there is none. */
  readonly clones?: string | undefined;
}

type TreeSource = Pick<TaskSource, 'repository' | 'address' | 'commit'>;

export type TaskTree = NonNullable<TakenIn['tree']>;

const noCommit = /no commit |not our ref|unadvertised object|couldn't find remote ref/i;

/**
 * The tree of a task at its commit, without anything of the history. It is read once.
 * @throws TaskEnvironmentError, RepositoryUnreachableError
 */
export async function taskTree(
  parts: TaskTreeParts,
  source: TreeSource,
  signal: AbortSignal,
): Promise<TaskTree> {
  const { environments } = parts.store;
  const { repository, address, commit } = source;
  const key = stepKey('task-tree', { repository, address, commit });
  const known = TakenIn.safeParse(await environments.findStep(key)).data?.tree;
  if (known && (await environments.hasArchive(known.repository.tree))) return known;
  const sdist = sdistOf(address);
  const taken = await (sdist === null
    ? cloned(parts, source, signal)
    : takeIn(
        { kind: 'sdist', ...sdist },
        {
          keep: environments.putArchive,
          // One release: its files are the same at any later time.
          index: { cache: parts.packages.cache, until: null },
          signal,
        },
      ));
  if (taken.ended !== null) throw troubleOf(source, taken.ended);
  const { tree } = taken;
  if (tree === null) throw new Error(`nothing was taken in for ${repository}`);
  if (sdist !== null && commitOfTree(tree.repository.tree) !== commit) {
    throw new TaskEnvironmentError(
      'no-commit',
      `${String(address)} has the tree ${commitOfTree(tree.repository.tree)}, not ${commit}`,
      'Make the task again: its files are not those of this release',
    );
  }
  const named = { ...tree, repository: { ...tree.repository, name: repository } };
  await environments.saveStep(key, { ended: null, tree: named }, 'last');
  return named;
}

async function cloned(
  { store: { environments }, proxyUrlFor, clones }: TaskTreeParts,
  source: TreeSource,
  signal: AbortSignal,
): Promise<TakenIn> {
  const { url, gitFolder } = await placeOf(source, clones);
  const proxy = gitFolder === undefined ? proxyUrlFor?.(url) : undefined;
  return takeIn(
    { kind: 'git', url, revision: source.commit },
    {
      keep: environments.putArchive,
      ...(proxy !== undefined && { environment: { https_proxy: proxy, http_proxy: proxy } }),
      ...{ gitFolder, signal },
    },
  );
}

/** The address that a task names, and the git directory of this machine that is read in its place. */
async function placeOf(
  { repository, address, commit }: TreeSource,
  clones: string | undefined,
): Promise<{ readonly url: string; readonly gitFolder?: string }> {
  if (address !== null && isAbsolute(address)) {
    if (await holdsCommit(address, commit)) {
      // The name alone: a path is one machine's.
      return { url: `file:///${encodeURIComponent(repository)}`, gitFolder: address };
    }
    if (!existsSync(address)) {
      throw new TaskEnvironmentError(
        'no-repository',
        `${address} does not exist on this machine`,
        'Correct `clone_url` of the row, or put the clone there',
      );
    }
    throw new TaskEnvironmentError(
      'no-commit',
      `${address} is not a git directory that holds the commit ${commit}`,
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
    ended.code === 'sdist_failed'
      ? 'Name a release with a source distribution on the package index'
      : 'Name a clone of it: ESPALIER_CLONES',
  );
}
