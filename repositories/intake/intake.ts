import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Readable } from 'node:stream';

import type { IndexCache } from '../package-index/index-cache';
import { canonicalName, pageUntil } from '../package-index/index-page';
import { cloneRepository, parseGitAddress } from './clone';
import { readFolderTree } from './folder-tree';
import { readImageTree } from './image-tree';
import { changedFiles, type GitFacts, readGitFacts, readGitTree } from './git-tree';
import { hashFolder } from './hash-folder';
import { FolderChangedError, NoRoomToCloneError, RepositoryUnreachableError } from '../errors';
import { IntakeFailure } from './intake-failure';
import { findLicence, type Licence } from './licence';
import { GitError, ifRefused, runGit } from './run-git';
import { readSdistTree } from './sdist-tree';
import { defaultLimits, type IntakeLimits, type Named, type Tree } from './snapshot';
import { encodeTar } from '../tar';

export type Origin =
  | {
      readonly kind: 'git';
      readonly url: string;
      readonly revision: string | null;
      readonly depth: number | null;
    }
  | { readonly kind: 'path'; readonly path: string; readonly revision: string | null }
  /** A git directory that is here, bare or not. Nothing is checked out or copied. */
  | {
      readonly kind: 'clone';
      readonly folder: string;
      readonly url: string;
      readonly revision: string;
    }
  | { readonly kind: 'sdist'; readonly name: string; readonly version: string }
  /** A folder of a container image as a tar. `url`: of the repository in it. */
  | { readonly kind: 'image'; readonly content: AsyncIterable<Uint8Array>; readonly url: string };

export interface Provenance {
  readonly origin: 'git' | 'path' | 'sdist';
  /** Address without credentials; of a path the remote's, when it is a clone that has one. */
  readonly url: string | null;
  /** Last part of the path, or the distribution's. */
  readonly name: string;
  readonly git: GitFacts | null;
  /** Of the source distribution's file. */
  readonly sha256: string | null;
  /** Date of the last change: the commit's, or the upload's; null for a folder, whose times say nothing. */
  readonly date: string | null;
  readonly licence: Licence;
}

export type Intake =
  | {
      /** `partial`: what `named` says is missing from the tar. */
      readonly status: 'ok' | 'partial' | 'no_python';
      readonly reason: string | null;
      /** sha256 of the tar, which is nothing but its content. */
      readonly contentHash: string;
      readonly files: number;
      readonly bytes: number;
      readonly named: Named;
      readonly provenance: Provenance;
      /** Of the folder, hidden files too, the same before it was read and after; null: nothing of a person's was read. */
      readonly folder: string | null;
    }
  | {
      readonly status: IntakeFailure['status'];
      readonly reason: string;
    };

/** Takes the bytes of a tar, and says what they are known by. */
export type KeepArchive = (
  content: AsyncIterable<Uint8Array>,
) => Promise<{ readonly sha256: string }>;

export interface IntakeSettings {
  readonly limits?: Partial<IntakeLimits>;
  /** For source distributions; `until`: the index as it was at this ISO time. */
  readonly index?: { readonly cache: IndexCache; readonly until: string | null };
  /** Variables of a proxy for git (`https_proxy`, `GIT_SSL_CAINFO`). */
  readonly environment?: Readonly<Record<string, string>>;
  /** Ends a clone. */
  readonly signal?: AbortSignal;
}

/**
 * Takes a repository in: its tree as one tar.
 * @throws IndexUnavailableError, RepositoryUnreachableError, NoRoomToCloneError, FolderChangedError; what is the repository's own is in the answer
 */
export async function intake(
  origin: Origin,
  keep: KeepArchive,
  settings: IntakeSettings = {},
): Promise<Intake> {
  const limits = { ...defaultLimits, ...settings.limits };
  try {
    if (origin.kind === 'path') return await intakePath(origin, keep, limits);
    if (origin.kind === 'clone') return await intakeClone(origin, keep, limits);
    if (origin.kind === 'image') return await intakeImage(origin, keep, limits);
    if (origin.kind === 'git') return await intakeGit(origin, keep, limits, settings);
    return await intakeSdist(origin, keep, limits, settings);
  } catch (error) {
    if (error instanceof GitError) {
      // A repository that git cannot read, unless it was kept from reading it.
      if (error.exitCode !== null) return { status: 'clone_failed', reason: error.message };
      throw new RepositoryUnreachableError(error.message, { cause: error });
    }
    if (!(error instanceof IntakeFailure)) throw error;
    if (error.retryable) throw new RepositoryUnreachableError(error.message, { cause: error });
    return { status: error.status, reason: error.message };
  }
}

async function intakeGit(
  origin: Extract<Origin, { kind: 'git' }>,
  keep: KeepArchive,
  limits: IntakeLimits,
  settings: IntakeSettings,
): Promise<Intake> {
  const address = parseGitAddress(origin.url);
  const scratch = await fs.mkdtemp(path.join(tmpdir(), 'intake-')).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOSPC' || code === 'EDQUOT' ? new NoRoomToCloneError(tmpdir(), error) : error;
  });
  try {
    const folder = path.join(scratch, 'clone');
    await cloneRepository(address, folder, origin.depth, origin.revision, limits, settings);
    return await writeCommit(
      { folder, url: address.shown, revision: origin.revision },
      keep,
      limits,
    );
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
}

function intakeClone(
  origin: Extract<Origin, { kind: 'clone' }>,
  keep: KeepArchive,
  limits: IntakeLimits,
): Promise<Intake> {
  return writeCommit({ ...origin, url: parseGitAddress(origin.url).shown }, keep, limits);
}

async function intakeImage(
  { content, url }: Extract<Origin, { kind: 'image' }>,
  keep: KeepArchive,
  limits: IntakeLimits,
): Promise<Intake> {
  const name = path.posix.basename(url);
  const facts = { origin: 'git', url, name, git: null, sha256: null, date: null } as const;
  return write(await readImageTree(content, limits), keep, facts, null);
}

/** The tree of a commit. @param url where the git directory comes from, without credentials */
async function writeCommit(
  {
    folder,
    url,
    revision,
  }: { readonly folder: string; readonly url: string; readonly revision: string | null },
  keep: KeepArchive,
  limits: IntakeLimits,
): Promise<Intake> {
  const name = path.posix.basename(url.replace(/\/+$/, '')).replace(/\.git$/, '');
  const git = await readGitFacts(folder, revision);
  const tree = await readGitTree(folder, git.commit, limits);
  const facts = { origin: 'git', url, name, git, sha256: null, date: git.date } as const;
  return write(tree, keep, facts, null);
}

async function intakePath(
  origin: Extract<Origin, { kind: 'path' }>,
  keep: KeepArchive,
  limits: IntakeLimits,
): Promise<Intake> {
  const folder = path.resolve(origin.path);
  const found = await fs.stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new IntakeFailure('clone_failed', 'no such folder');
  const before = await hashFolder(folder);
  const name = path.basename(folder);
  const isClone = await fs.lstat(path.join(folder, '.git')).then(
    () => true,
    () => false,
  );
  let tree: Tree;
  let facts: Omit<Provenance, 'licence'>;
  if (isClone) {
    const git = await readGitFacts(folder, origin.revision);
    const read = await readGitTree(folder, git.commit, limits);
    const changed = origin.revision === null ? await changedFiles(folder, git.commit) : [];
    const remote = await runGit(['-C', folder, 'config', '--get', 'remote.origin.url']).then(
      (text) => text.toString('utf8').trim(),
      ifRefused(''),
    );
    const url = /^\w+:\/\/|^[\w.-]+@/.test(remote) ? parseGitAddress(remote).shown : null;
    tree = { ...read, named: { ...read.named, changed } };
    facts = { origin: 'path', url, name, git, sha256: null, date: git.date };
  } else {
    if (origin.revision !== null)
      throw new IntakeFailure('clone_failed', 'a commit is named, and the folder is no clone');
    tree = await readFolderTree(folder, limits);
    facts = { origin: 'path', url: null, name, git: null, sha256: null, date: null };
  }
  if ((await hashFolder(folder)) !== before) throw new FolderChangedError(folder);
  return write(tree, keep, facts, before);
}

/** Name and version of what a file holds, as they are compared; of a wheel without its tags. */
function distributionOf(filename: string): string {
  const stem = filename.endsWith('.whl')
    ? filename.split('-').slice(0, 2).join('-')
    : filename.replace(/\.(?:tar\.\w+|tgz|zip|egg)$/u, '');
  return canonicalName(stem);
}

async function intakeSdist(
  origin: Extract<Origin, { kind: 'sdist' }>,
  keep: KeepArchive,
  limits: IntakeLimits,
  settings: IntakeSettings,
): Promise<Intake> {
  if (settings.index === undefined) throw new IntakeFailure('sdist_failed', 'no index is set');
  const name = canonicalName(origin.name);
  const { until } = settings.index;
  const whole = await settings.index.cache.page(name, until);
  if (whole === null)
    throw new IntakeFailure('sdist_failed', `the index has no distribution ${name}`);
  const wanted = canonicalName(`${name}-${origin.version}`);
  const ofVersion = whole.files.filter(({ filename }) => distributionOf(filename) === wanted);
  const sources = ofVersion.filter(({ filename }) => filename.endsWith('.tar.gz'));
  const [file] = pageUntil({ ...whole, files: sources }, until).files;
  if (file === undefined) {
    const release = `${name} ${origin.version}`;
    throw new IntakeFailure(
      'sdist_failed',
      sources.length > 0
        ? `${release} was not on the index yet at ${until ?? ''}: --index-until can name a later time`
        : ofVersion.length > 0
          ? `${release} has no source distribution in .tar.gz: name the address of its git repository instead`
          : `the index has no version ${origin.version} of ${name}`,
    );
  }
  const tree = await readSdistTree(
    await settings.index.cache.file(file.sha256, file.url, file.size),
    limits,
  );
  const facts = {
    origin: 'sdist',
    url: null,
    name,
    git: null,
    sha256: file.sha256,
    date: file.uploadTime,
  } as const;
  return write(tree, keep, facts, null);
}

async function write(
  { entries, named }: Tree,
  keep: KeepArchive,
  facts: Omit<Provenance, 'licence'>,
  folder: string | null,
): Promise<Intake> {
  const { sha256 } = await keep(Readable.from(encodeTar(entries)));
  const python = entries.some((entry) => entry.kind === 'file' && entry.path.endsWith('.py'));
  const lacks = lackedBy(named);
  return {
    status: !python ? 'no_python' : lacks === null ? 'ok' : 'partial',
    reason: python ? lacks : 'no file ends in .py',
    contentHash: sha256,
    files: entries.length,
    bytes: entries.reduce(
      (sum, entry) => sum + (entry.kind === 'file' ? entry.content.length : 0),
      0,
    ),
    named,
    provenance: { ...facts, licence: findLicence(entries) },
    folder,
  };
}

/** What a snapshot lacks of its tree, in words; special files of a folder belong to no tree. */
function lackedBy({ submodules, lfsPointers, links, leftOut }: Named): string | null {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['submodules not fetched', submodules.map((each) => each.path)],
    ['contents kept elsewhere (LFS)', lfsPointers],
    ['links left out', links.map((each) => each.path)],
    ['files left out', leftOut.map((each) => each.path)],
  ];
  const said = lists
    .filter(([, paths]) => paths.length > 0)
    .map(
      ([what, paths]) => `${what}: ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ', …' : ''}`,
    );
  return said.length === 0 ? null : said.join('; ');
}
