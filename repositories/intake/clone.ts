import { lookup } from 'node:dns/promises';
import { promises as fs } from 'node:fs';
import * as path from 'node:path';

import { EspalierError } from '../../core/errors/errors';
import { NoRoomToCloneError } from '../errors';
import { IntakeFailure } from './intake-failure';
import { GitError, type GitSettings, ifRefused, runGit } from './run-git';
import type { IntakeLimits } from './snapshot';

export interface GitAddress {
  /** Without credentials: this one is stored. */
  readonly shown: string;
  readonly authorization: { readonly url: string; readonly value: string } | null;
}

/** @throws IntakeFailure when it is not the address of a repository */
export function parseGitAddress(text: string): GitAddress {
  const short = /^(?:([\w.-]+)@)?([\w.-]+):(?!\/\/)([\w./~-]+)$/.exec(text);
  if (short)
    return { shown: `ssh://${short[1] ?? 'git'}@${short[2]}/${short[3]}`, authorization: null };
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw new IntakeFailure('clone_failed', 'no address of a repository', false, { cause });
  }
  if (!['https:', 'http:', 'ssh:', 'git:', 'file:'].includes(url.protocol))
    throw new IntakeFailure('clone_failed', `${url.protocol} is not fetched from`);
  const { username, password } = url;
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  if (web) url.username = '';
  url.password = '';
  url.search = web ? '' : url.search;
  url.hash = '';
  const value = `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;
  return {
    shown: url.href,
    authorization: web && (username || password) ? { url: `${url.origin}/`, value } : null,
  };
}

/** What is an answer about the repository. All else may be another the next time: networks, proxies, this machine. */
const answered =
  /repository .*(?:not found|does not exist|not exported)|does not appear to be a git repository|not a git repository|is this a git repository|authentication failed|could not read (?:username|password)|permission denied \(publickey|remote branch .* not found|couldn't find remote ref|not our ref|unadvertised object|fsck error|bad object|pack .*corrupt|unresolved deltas|returned error: (?:40[134]|410|451)/i;
/** Of this machine; a server's own trouble stands behind `remote:`. */
const noSpace = /^(?!remote:).*(?:no space left on device|disk quota exceeded)/im;

/**
 * Bare, with all tags, no submodule. @param depth commits of history; null for all, which tags further back need @throws
 * IntakeFailure, NoRoomToCloneError
 */
export async function cloneRepository(
  address: GitAddress,
  folder: string,
  depth: number | null,
  revision: string | null,
  limits: IntakeLimits,
  { environment = {}, signal }: Pick<GitSettings, 'environment' | 'signal'> = {},
): Promise<void> {
  const options: GitSettings = {
    environment,
    timeoutMs: limits.timeoutMs,
    ...(address.authorization ? { authorization: address.authorization } : {}),
  };
  const tooLarge = new AbortController();
  const stop = AbortSignal.any([tooLarge.signal, ...(signal === undefined ? [] : [signal])]);
  const watch = setInterval(() => {
    void sizeOf(folder).then((bytes) => bytes > limits.mostCloneBytes && tooLarge.abort());
  }, 2_000);
  try {
    const shallow = depth === null ? [] : ['--depth', String(depth), '--no-single-branch'];
    await runGit(
      [
        'clone',
        '--quiet',
        '--bare',
        '--template=',
        '--no-hardlinks',
        ...shallow,
        '--',
        address.shown,
        folder,
      ],
      { ...options, signal: stop },
    );
    if (revision !== null && /^[0-9a-f]{40}$/.test(revision) && !(await has(folder, revision))) {
      await runGit(
        [
          '-C',
          folder,
          'fetch',
          '--quiet',
          ...(depth === null ? [] : ['--depth', String(depth)]),
          'origin',
          revision,
        ],
        { ...options, signal: stop },
      );
    }
  } catch (cause) {
    if (cause instanceof EspalierError) throw cause;
    signal?.throwIfAborted();
    if (tooLarge.signal.aborted)
      throw new IntakeFailure(
        'too_large',
        `the clone is larger than ${limits.mostCloneBytes} bytes`,
        false,
        { cause },
      );
    if (!(cause instanceof GitError)) throw cause;
    const { message, exitCode, complaint } = cause;
    const { hostname } = new URL(address.shown);
    if (/could not resolve host/i.test(complaint) && (await isUnknown(hostname))) {
      throw new IntakeFailure('clone_failed', `no host is known as ${hostname}`, false, { cause });
    }
    if (noSpace.test(complaint)) throw new NoRoomToCloneError(folder, cause);
    // Slow is as good as not reached: no property of the repository.
    const retryable = exitCode === null || !answered.test(complaint);
    throw new IntakeFailure('clone_failed', message, retryable, { cause });
  } finally {
    clearInterval(watch);
  }
}

/** Whether a name server has answered that there is none, and not merely failed to answer. */
async function isUnknown(host: string): Promise<boolean> {
  return lookup(host).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOTFOUND',
  );
}

async function has(folder: string, commit: string): Promise<boolean> {
  return runGit(['-C', folder, 'cat-file', '-e', `${commit}^{commit}`]).then(
    () => true,
    ifRefused(false),
  );
}

async function sizeOf(folder: string): Promise<number> {
  let total = 0;
  for (const found of await fs
    .readdir(folder, { withFileTypes: true, recursive: true })
    .catch(() => [])) {
    const size = found.isFile()
      ? await fs.lstat(path.join(found.parentPath ?? found.path, found.name)).then(
          (each) => each.size,
          () => 0,
        )
      : 0;
    total += size;
  }
  return total;
}
