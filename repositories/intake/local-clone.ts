import { promises as fs } from 'node:fs';
import * as path from 'node:path';

import { ifRefused, runGit } from './run-git';

/** What a clone of `owner/name` is called in a folder of clones. */
function namesOf(repository: string): readonly string[] {
  const parts = repository.split('/');
  const plain = parts.length === 2 && parts.every((part) => /^[\w-][\w.-]*$/.test(part));
  if (!plain) return [];
  return ['__', '/', '+'].map((between) => parts.join(between));
}

/**
 * A git directory, bare or not, that holds a commit. null: none does. Only the folder of that very name is read.
 * @param folder with `owner__name`, `owner/name` or `owner+name`, each with or without `.git`
 */
export async function findClone(
  folder: string,
  repository: string,
  commit: string,
): Promise<string | null> {
  const places = namesOf(repository).flatMap((name) => [name, `${name}.git`]);
  for (const place of places) {
    const found = path.join(folder, place);
    if (await holdsCommit(found, commit)) return found;
  }
  return null;
}

/** Whether a folder is a git directory, or the work tree of one, with this commit. */
export async function holdsCommit(folder: string, commit: string): Promise<boolean> {
  const isFolder = await fs.stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return false;
  // A folder inside another work tree is not a clone itself.
  const prefix = await runGit(['-C', folder, 'rev-parse', '--show-prefix']).then(
    (text) => text.toString('utf8').trim(),
    ifRefused('none'),
  );
  if (prefix !== '') return false;
  return runGit(['-C', folder, 'cat-file', '-e', `${commit}^{commit}`]).then(
    () => true,
    ifRefused(false),
  );
}
