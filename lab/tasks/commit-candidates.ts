import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

import { UsageError } from '../../core/errors/errors';
import { candidateOf } from '../../core/patches/make/candidate-of';
import type { CommitFacts } from '../../core/patches/make/candidate-of';
import type { TaskCandidate } from '../../core/schemas/task-candidate';
import type { LabContext } from '../lab-context';
import type { FoundCandidates } from './found-candidates';
import type { CheckedMakeRequest } from './make-request';

/**
 * Candidates of the history of a repository: commits that change code and tests.
 * @throws UsageError for a source or revision that is not there, and where no commit changes code and tests
 */
export async function commitCandidates(
  note: LabContext['note'],
  request: CheckedMakeRequest,
): Promise<FoundCandidates> {
  if (request.bugs !== undefined) {
    throw new UsageError(
      '--bugs needs a run of env build as the source, and this source is a repository',
      'Leave it out, or name a run of env build: env:RUN',
      { code: 'BAD_REQUEST' },
    );
  }
  const { commits, address, repository } = await readCommits(request, note);
  const of = {
    ...{ repository: request.name ?? repository, address, image: null },
    ...{ python: request.python ?? null, requirements: [...(request.requirements ?? [])] },
  };
  const passedOver: Record<string, number> = {};
  const candidates: TaskCandidate[] = [];
  for (const commit of commits) {
    const candidate = candidateOf(commit, of);
    if (typeof candidate !== 'string') candidates.push(candidate);
    else passedOver[candidate] = (passedOver[candidate] ?? 0) + 1;
  }
  if (candidates.length === 0) throw noCandidate(request, passedOver);
  return { name: of.repository, candidates, passedOver };
}

interface ReadCommits {
  readonly commits: readonly CommitFacts[];
  /** What later clones are made of. */
  readonly address: string;
  readonly repository: string;
}

/** Newest commits of a range that are looked at. */
export const usualLimit = 100;

/** @throws UsageError */
async function readCommits(
  { source, commits: revision = 'HEAD', limit = usualLimit }: CheckedMakeRequest,
  note: LabContext['note'],
): Promise<ReadCommits> {
  const { cloneForHistory, parseGitAddress, readHistory, RepositoryRefusedError } =
    await import('../../repositories/index.js');
  const wish = { revision, most: limit };
  const folder = resolve(source);
  try {
    if ((await stat(folder).catch(() => null))?.isDirectory() === true) {
      note(`reading the history of ${folder}`);
      const commits = await readHistory(folder, wish);
      return { commits, address: folder, repository: `local/${plainName(basename(folder))}` };
    }
    const { shown, authorization } = parseGitAddress(source);
    if (authorization !== null) {
      throw new UsageError(
        `${shown}: the address has a user name or a password in it, and these are not kept`,
        'Clone it yourself, and give the folder',
        { code: 'BAD_SOURCE' },
      );
    }
    const scratch = await mkdtemp(join(tmpdir(), 'history-'));
    try {
      note(`cloning ${shown}`);
      await cloneForHistory(shown, join(scratch, 'clone'));
      const commits = await readHistory(join(scratch, 'clone'), wish);
      return { commits, address: shown, repository: ownerAndName(shown) };
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  } catch (cause) {
    if (!(cause instanceof RepositoryRefusedError)) throw cause;
    throw new UsageError(
      `${source}: ${cause.message}`,
      'Give the folder of a clone or the address of a git repository, and a commit or range that it has',
      { code: 'BAD_SOURCE', cause },
    );
  }
}

function ownerAndName(address: string): string {
  const [owner = 'local', name = 'repository'] = address
    .replace(/\.git$/, '')
    .split(/[/:]/)
    .filter(Boolean)
    .slice(-2);
  return `${plainName(owner)}/${plainName(name)}`;
}

const plainName = (name: string): string => name.replace(/\.git$/, '').replaceAll(/[^\w.-]/g, '-');

function noCandidate(
  { source, commits = 'HEAD' }: CheckedMakeRequest,
  passedOver: Readonly<Record<string, number>>,
): UsageError {
  const why = Object.entries(passedOver).map(([reason, count]) => `${String(count)} ${reason}`);
  const said = why.length === 0 ? 'there is none' : why.join(', ');
  return new UsageError(
    `${source}: no commit of ${commits} changes both Python code and tests (${said})`,
    'Give a commit that fixes a bug together with its test, or a longer range: --commits A..B',
    { code: 'NO_CANDIDATE' },
  );
}
