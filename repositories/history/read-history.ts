import { IntakeFailure } from '../intake/intake-failure';
import { GitError, runGit } from '../intake/run-git';

/** A commit with one parent, as it is read from a clone. */
export interface HistoryCommit {
  readonly commit: string;
  readonly parent: string;
  /** ISO 8601, of the commit. */
  readonly date: string;
  readonly message: string;
  /** Against its parent: text and binary changes, renames as a removal and an addition. */
  readonly diff: string;
}

export interface HistoryWish {
  /** A commit, or a range `A..B`. */
  readonly revision: string;
  /** Most commits, the newest first. */
  readonly most: number;
}

/** Longer changes are no tasks. */
const longestDiff = 4 * 1024 * 1024;
/** Text that git cannot take for an option. */
const revisionName =
  /^[A-Za-z0-9][A-Za-z0-9._/+^~-]{0,200}(\.\.[A-Za-z0-9][A-Za-z0-9._/+^~-]{0,200})?$/;

/**
 * Commits of a clone, newest first; merges, first commits and very long changes are left out. Reads only.
 * @throws IntakeFailure for a revision that it does not have, and for a single one that is a merge
 */
export async function readHistory(
  folder: string,
  { revision, most }: HistoryWish,
): Promise<readonly HistoryCommit[]> {
  if (!revisionName.test(revision)) {
    throw new IntakeFailure(
      'clone_failed',
      `no name of a commit or range: ${revision.slice(0, 80)}`,
    );
  }
  // git looks in the folders above, too.
  const inside = (await git(folder, ['rev-parse', '--show-prefix'])).trim();
  if (inside !== '') {
    const root = (await git(folder, ['rev-parse', '--show-toplevel'])).trim();
    throw new IntakeFailure('clone_failed', `${folder} lies inside of the clone ${root}`);
  }
  const isRange = revision.includes('..');
  const bound = isRange ? ['-n', String(most), '--no-merges'] : ['--no-walk'];
  const format = '--format=%H %P%x09%cI';
  const listed = await git(folder, ['log', ...bound, format, '--end-of-options', revision, '--']);
  const found: HistoryCommit[] = [];
  for (const line of listed.split('\n').filter(Boolean)) {
    const [ids = '', date = ''] = line.split('\t');
    const [commit = '', parent, ...others] = ids.split(' ');
    if (others.length > 0) {
      throw new IntakeFailure(
        'clone_failed',
        `${revision} is a merge, and so no change of its own`,
      );
    }
    if (parent === undefined || parent === '') continue;
    const diff = await git(folder, ['diff', ...plain, parent, commit, '--']);
    if (diff.length > longestDiff) continue;
    const message = await git(folder, ['log', '-1', '--format=%B', commit, '--']);
    found.push({ commit, parent, date, message, diff });
  }
  return found;
}

/** No settings of the repository, no programs. */
const plain = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--binary',
  '--full-index',
];

async function git(folder: string, argv: readonly string[]): Promise<string> {
  try {
    return (await runGit(['-C', folder, ...argv])).toString('utf8');
  } catch (cause) {
    if (!(cause instanceof GitError) || cause.exitCode === null) throw cause;
    throw new IntakeFailure('clone_failed', cause.message, false, { cause });
  }
}
