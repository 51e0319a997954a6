import { readTar } from '../read-tar';
import { IntakeFailure } from './intake-failure';
import { pathTrouble, sortLinks } from './safe-path';
import { nothingNamed } from './snapshot';
import type { IntakeLimits, SnapshotEntry, Tree } from './snapshot';

/** What belongs to git, or is left behind by running Python: no part of a tree. */
const leftOutParts = /(?:^|\/)(?:\.git|\.hg|__pycache__|\.pytest_cache|\.tox)(?:\/|$)|\.py[co]$/;

/** Compiled modules are large. */
const mostFileBytes = 128 * 1024 ** 2;

/**
 * The tree of a repository in a container image, from a tar with the folder's own name in front: without its history, and as it is
 * installed, with compiled modules.
 * @throws IntakeFailure
 */
export async function readImageTree(
  content: AsyncIterable<Uint8Array>,
  limits: IntakeLimits,
): Promise<Tree> {
  const entries: SnapshotEntry[] = [];
  const leftOut: { path: string; why: string }[] = [];
  let bytes = 0;
  const isWanted = (path: string): boolean => !leftOutParts.test(below(path));
  const tarLimits = { fileBytes: mostFileBytes, totalBytes: limits.mostBytes, links: true };
  for await (const file of readTar(content, isWanted, tarLimits)) {
    const path = below(file.path);
    if (!isWanted(file.path) || path === '') continue;
    const { target, executable } = file;
    const trouble = pathTrouble(path);
    if (trouble !== null) leftOut.push({ path, why: trouble });
    else if (target !== undefined) entries.push({ kind: 'link', path, target });
    else if (file.content === null) leftOut.push({ path, why: 'it is too large' });
    else {
      bytes += file.content.length;
      entries.push({ kind: 'file', path, executable, content: file.content });
    }
    if (entries.length > limits.mostFiles || bytes > limits.mostBytes) {
      throw new IntakeFailure('too_large', `the folder of the image holds too much`);
    }
  }
  const { kept, refused } = sortLinks(entries);
  return { entries: kept, named: { ...nothingNamed, links: refused, leftOut } };
}

/** `a/b` of `testbed/a/b`. */
function below(path: string): string {
  const [, ...rest] = path.split('/');
  return rest.join('/');
}
