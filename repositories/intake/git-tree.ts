import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import * as path from 'node:path';

import { IntakeFailure } from './intake-failure';
import { GitError, ifRefused, runGit } from './run-git';
import { pathTrouble, sortLinks } from './safe-path';
import type { IntakeLimits, SnapshotEntry, Tree } from './snapshot';

export interface GitFacts {
  readonly commit: string;
  readonly tree: string;
  /** `TAG-N-gHASH` by the nearest tag before the commit; null without one. */
  readonly describe: string | null;
  /** ISO time of the commit. */
  readonly date: string;
  readonly shallow: boolean;
}

/** A commit and what surrounds it. Reads only. @param revision null for HEAD @throws IntakeFailure no such commit */
export async function readGitFacts(folder: string, revision: string | null): Promise<GitFacts> {
  const git = async (...argv: string[]): Promise<string> =>
    (await runGit(['-C', folder, ...argv])).toString('utf8').trim();
  if (revision !== null && !/^[A-Za-z0-9][A-Za-z0-9._/+-]{0,200}$/.test(revision))
    throw new IntakeFailure('clone_failed', `no name of a commit: ${revision.slice(0, 80)}`);
  const commit = await git(
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision ?? 'HEAD'}^{commit}`,
  ).catch((cause: unknown) => {
    if (!(cause instanceof GitError) || cause.exitCode === null) throw cause;
    const reason = revision === null ? 'a repository without a commit' : `no commit ${revision}`;
    throw new IntakeFailure('clone_failed', reason, false, { cause });
  });
  return {
    commit,
    tree: await git('rev-parse', `${commit}^{tree}`),
    describe: await git('describe', '--tags', '--long', '--abbrev=12', commit).catch(
      ifRefused(null),
    ),
    date: await git('log', '-1', '--format=%cI', commit),
    shallow: (await git('rev-parse', '--is-shallow-repository')) === 'true',
  };
}

interface Row {
  readonly mode: string;
  readonly object: string;
  readonly size: number;
  readonly path: string;
}

/**
 * A commit's tree as git stores it: `git archive` leaves out what is marked `export-ignore`, often tests, and rewrites
 * `export-subst`. @throws IntakeFailure too many files or bytes
 */
export async function readGitTree(
  folder: string,
  commit: string,
  limits: IntakeLimits,
): Promise<Tree> {
  const listed = await runGit(['-C', folder, 'ls-tree', '-r', '-z', '-l', '--full-tree', commit]);
  const rows = listed.toString('utf8').split('\0').filter(Boolean).map(parseRow);
  const leftOut: { path: string; why: string }[] = [];
  const wanted: Row[] = [];
  for (const row of rows.filter(({ mode }) => mode !== '160000')) {
    const why =
      pathTrouble(row.path) ?? (row.size > limits.mostFileBytes ? `${row.size} bytes` : null);
    if (why === null) wanted.push(row);
    else leftOut.push({ path: row.path.slice(0, 300), why });
  }
  const total = wanted.reduce((sum, { size }) => sum + size, 0);
  if (wanted.length > limits.mostFiles)
    throw new IntakeFailure(
      'too_large',
      `${wanted.length} files, the limit is ${limits.mostFiles}`,
    );
  if (total > limits.mostBytes)
    throw new IntakeFailure('too_large', `${total} bytes, the limit is ${limits.mostBytes}`);
  const contents = await readObjects(folder, wanted, total);
  const entries = wanted.map((row, index): SnapshotEntry => {
    const content = contents[index] ?? Buffer.alloc(0);
    if (row.mode === '120000')
      return { kind: 'link', path: row.path, target: content.toString('utf8') };
    return { kind: 'file', path: row.path, executable: row.mode === '100755', content };
  });
  const { kept, refused } = sortLinks(entries);
  const modules = kept.find((entry) => entry.path === '.gitmodules');
  const addresses =
    modules?.kind === 'file'
      ? submoduleAddresses(modules.content.toString('utf8'))
      : new Map<string, string>();
  return {
    entries: kept,
    named: {
      submodules: rows
        .filter(({ mode }) => mode === '160000')
        .map(({ path: place, object }) => ({
          path: place,
          commit: object,
          url: addresses.get(place) ?? null,
        })),
      lfsPointers: kept.flatMap((entry) =>
        entry.kind === 'file' && isLfsPointer(entry.content) ? [entry.path] : [],
      ),
      links: refused,
      special: [],
      leftOut,
      changed: [],
    },
  };
}

function parseRow(text: string): Row {
  const [, mode = '', object = '', size = '', place = ''] =
    /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t([^]*)$/.exec(text) ?? [];
  return { mode, object, size: size === '-' ? 0 : Number(size), path: place };
}

async function readObjects(folder: string, rows: readonly Row[], total: number): Promise<Buffer[]> {
  const input = Buffer.from(rows.map(({ object }) => `${object}\n`).join(''));
  const data = await runGit(['-C', folder, 'cat-file', '--batch'], {
    input,
    timeoutMs: 600_000,
    mostBytes: total + rows.length * 200,
  });
  let at = 0;
  return rows.map(({ object, path: place }) => {
    const end = data.indexOf(10, at);
    const [name, kind, size] = data.subarray(at, end).toString('latin1').split(' ');
    if (name !== object || kind !== 'blob')
      throw new IntakeFailure('clone_failed', `${place}: its content is not in the repository`);
    const content = data.subarray(end + 1, end + 1 + Number(size));
    at = end + 1 + Number(size) + 1;
    return content;
  });
}

function isLfsPointer(content: Buffer): boolean {
  return (
    content.length < 1024 &&
    content
      .subarray(0, 43)
      .toString('latin1')
      .startsWith('version https://git-lfs.github.com/spec/')
  );
}

function submoduleAddresses(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const section of text.split(/^\s*\[submodule/m).slice(1)) {
    const place = /^\s*path\s*=\s*(.+?)\s*$/m.exec(section)?.[1];
    const url = /^\s*url\s*=\s*(.+?)\s*$/m.exec(section)?.[1];
    if (place && url) found.set(place, url.replace(/\/\/[^/@\s]+@/, '//').slice(0, 300));
  }
  return found;
}

/** Tracked files of a work tree whose content is not the commit's, by hashing them as git does; no filter is run. */
export async function changedFiles(folder: string, commit: string): Promise<string[]> {
  const listed = await runGit(['-C', folder, 'ls-tree', '-r', '-z', '-l', '--full-tree', commit]);
  const changed: string[] = [];
  for (const row of listed.toString('utf8').split('\0').filter(Boolean).map(parseRow)) {
    if (changed.length >= 100) break;
    if (!row.mode.startsWith('100') || pathTrouble(row.path) !== null) continue;
    const place = path.join(folder, row.path);
    const found = await fs.lstat(place).catch(() => null);
    if (!found?.isFile() || found.size !== row.size) changed.push(row.path);
    else if (row.object.length === 40 && blobHash(await fs.readFile(place)) !== row.object)
      changed.push(row.path);
  }
  return changed;
}

function blobHash(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}
