import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

import { UsageError } from '../../core/errors/errors';
import { hiddenLimit } from '../../core/grading/hidden-limit';
import { visibleLimit } from '../../core/grading/visible-limit';
import { candidateOf } from '../../core/patches/make/candidate-of';
import type { CommitFacts } from '../../core/patches/make/candidate-of';
import type { Store } from '../../core/ports/records';
import { RunConfig } from '../../core/schemas/run';
import type { TaskCandidate } from '../../core/schemas/task-candidate';
import { usualLeastLevel } from '../../core/schemas/verdict';
import { asJson, canonicalJson } from '../../core/values/canonical-json';
import type { LabContext } from '../lab-context';
import { noModel } from '../planning/no-model';
import { ownVersions } from '../planning/own-versions';
import { runIdOf } from '../planning/run-id';
import type { StartableRun } from '../runs/start-run';
import { sha256Of } from '../sha256-of';
import type { CheckedMakeRequest } from './make-request';

/**
 * Plans a run that makes tasks of commits. The commits are read into the store now; their trees are read when their turn comes.
 * @throws UsageError for a source or revision that is not there, and where no commit changes code and tests
 */
export async function planMake(
  { note }: Pick<LabContext, 'note'>,
  store: Store,
  request: CheckedMakeRequest,
): Promise<StartableRun> {
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
  const stored = await Promise.all(
    candidates.map(async (one) => [one.id, await store.blobs.put(JSON.stringify(one))] as const),
  );
  const asked = RunConfig.parse({
    kind: 'task',
    method: 'make-tasks',
    dataset: {
      name: of.repository,
      sha256: sha256Of(canonicalJson(asJson(Object.fromEntries(stored)))),
    },
    problems: candidates.map(({ id }) => id),
    model: noModel.config,
    limits: { visible: visibleLimit(), hidden: hiddenLimit() },
    assurance: usualLeastLevel,
    ...(request.fresh === undefined ? {} : { fresh: request.fresh }),
    task: { candidates: Object.fromEntries(stored), times: request.times, passedOver },
  });
  const config = { ...asked, versions: ownVersions(asked) };
  return {
    ...{ id: runIdOf(config), config, model: noModel },
    ...{ dataset: { rows: [] }, concurrency: request.concurrency },
  };
}

interface ReadCommits {
  readonly commits: readonly CommitFacts[];
  /** What later clones are made of. */
  readonly address: string;
  readonly repository: string;
}

/** @throws UsageError */
async function readCommits(
  { source, commits: revision, limit }: CheckedMakeRequest,
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
  { source, commits }: CheckedMakeRequest,
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
