import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { EngineBinaryMissingError, EngineBinaryUnusableError } from './errors';
import type { BinaryAttempt } from './errors';
import { folderFailure } from '../processes/errors';
import { withLock } from '../processes/lock';
import { realBinaryParts } from './temporal/binary-parts';
import type { BinaryParts, BinaryProgress, WayContext, WayOutcome } from './temporal/binary-parts';
import { buildBinary } from './temporal/build-binary';
import { downloadBinary } from './temporal/download-binary';
import { findOnPath, whyNotExecutable } from './temporal/find-on-path';
import { cliVersion } from './temporal/pinned-version';
import { checkVersion } from './temporal/check-version';

export interface BinaryOptions {
  /** TEMPORAL_CLI_PATH. When set, it is used or refused, never passed over. */
  readonly cliPath: string | undefined;
  /** PATH. */
  readonly searchPath: string;
  /** Per user, shared by all state folders. */
  readonly cacheFolder: string;
  readonly onProgress?: ((progress: BinaryProgress) => void) | undefined;
  /** In place of the real ones, for tests. */
  readonly parts?: Partial<BinaryParts> | undefined;
}

export const binarySources = ['cli-path', 'path', 'cache', 'download', 'go-install'] as const;
export type BinarySource = (typeof binarySources)[number];

/** A `temporal` program that was run once and named its server. */
export interface TemporalBinary {
  readonly path: string;
  readonly source: BinarySource;
  readonly serverVersion: string;
}

export interface BinarySearch {
  readonly binary: TemporalBinary | null;
  readonly attempts: readonly BinaryAttempt[];
}

/** As long as another process may build, and more. */
const buildLockWaitMs = 45 * 60 * 1000;

export function cachedBinaryPath(cacheFolder: string): string {
  return join(cacheFolder, 'temporal', cliVersion, 'temporal');
}

/** TEMPORAL_CLI_PATH, PATH, our cache; nothing is fetched. @throws EngineBinaryUnusableError for a bad TEMPORAL_CLI_PATH */
export async function findTemporalBinary(options: BinaryOptions): Promise<BinarySearch> {
  const parts = { ...realBinaryParts, ...options.parts };
  if (options.cliPath !== undefined) {
    return { binary: await fromCliPath(parts, options.cliPath), attempts: [] };
  }
  const attempts: BinaryAttempt[] = [{ way: 'TEMPORAL_CLI_PATH', reason: 'not set' }];
  const cached = cachedBinaryPath(options.cacheFolder);
  const notCached = await whyNotExecutable(cached);
  const ways = [
    { source: 'path', way: 'PATH', path: await findOnPath('temporal', options.searchPath) },
    {
      source: 'cache',
      way: `cache (${cached})`,
      path: notCached === null ? cached : null,
    },
  ] as const;
  for (const { source, way, path } of ways) {
    if (path === null) {
      attempts.push({ way, reason: source === 'path' ? 'no temporal on it' : String(notCached) });
      continue;
    }
    const check = await checkVersion(parts.runCommand, path);
    if (check.kind === 'usable') {
      return { binary: { path, source, serverVersion: check.serverVersion }, attempts };
    }
    attempts.push({ way: source === 'path' ? `${way} (${path})` : way, reason: check.reason });
  }
  return { binary: null, attempts };
}

/**
 * By the first way that works: TEMPORAL_CLI_PATH, PATH, our cache, the SDKs' download, `go install`. The last two fill the
 * cache, once: a second caller waits. @throws EngineBinaryMissingError naming every way and why it failed;
 * EngineBinaryUnusableError; LockHeldError; StateFolderNotWritableError and DiskFullError about the cache
 */
export async function obtainTemporalBinary(options: BinaryOptions): Promise<TemporalBinary> {
  const first = await findTemporalBinary(options);
  if (first.binary !== null) return first.binary;
  const onProgress = options.onProgress ?? (() => undefined);
  const lock = {
    folder: join(options.cacheFolder, 'temporal'),
    name: 'make',
    waitMs: buildLockWaitMs,
    onWaiting: (holderPid: number, elapsedMs: number) => {
      onProgress({ kind: 'waiting', holderPid, elapsedMs });
    },
  };
  return withLock(lock, async () => {
    const again = await findTemporalBinary(options);
    return again.binary ?? makeBinary(options, again.attempts);
  });
}

async function fromCliPath(parts: BinaryParts, path: string): Promise<TemporalBinary> {
  const reason = await whyNotExecutable(path);
  if (reason !== null) throw new EngineBinaryUnusableError(path, reason);
  const check = await checkVersion(parts.runCommand, path);
  if (check.kind === 'unusable') throw new EngineBinaryUnusableError(path, check.reason);
  return { path, source: 'cli-path', serverVersion: check.serverVersion };
}

/** Under the lock: whatever lies in a work folder now was left by somebody who was killed. */
async function makeBinary(
  options: BinaryOptions,
  earlier: readonly BinaryAttempt[],
): Promise<TemporalBinary> {
  const attempts = [...earlier];
  const ways = [
    { source: 'download', way: 'download from https://temporal.download', make: downloadBinary },
    { source: 'go-install', way: 'go install', make: buildBinary },
  ] as const;
  const folder = join(options.cacheFolder, 'temporal');
  await clearWorkFolders(folder);
  for (const { source, way, make } of ways) {
    const workFolder = await makeWorkFolder(folder);
    try {
      const outcome = await tryWay(options, workFolder, make);
      if (outcome.kind === 'made') return { ...outcome.binary, source };
      attempts.push({ way, reason: outcome.reason });
    } finally {
      await rm(workFolder, { recursive: true, force: true });
    }
  }
  throw new EngineBinaryMissingError(attempts);
}

type Installed =
  | { readonly kind: 'made'; readonly binary: Omit<TemporalBinary, 'source'> }
  | { readonly kind: 'failed'; readonly reason: string };

/** A program enters the cache only by a rename, and only after it has run. */
async function tryWay(
  options: BinaryOptions,
  workFolder: string,
  make: (context: WayContext) => Promise<WayOutcome>,
): Promise<Installed> {
  const parts = { ...realBinaryParts, ...options.parts };
  const onProgress = options.onProgress ?? (() => undefined);
  const made = await make({ parts, workFolder, searchPath: options.searchPath, onProgress });
  if (made.kind === 'failed') return made;
  const check = await checkVersion(parts.runCommand, made.path);
  if (check.kind === 'unusable') return { kind: 'failed', reason: check.reason };
  const path = cachedBinaryPath(options.cacheFolder);
  try {
    await mkdir(join(path, '..'), { recursive: true });
    await rename(made.path, path);
  } catch (error) {
    throw folderFailure(error, path);
  }
  return { kind: 'made', binary: { path, serverVersion: check.serverVersion } };
}

const workPrefix = '.work-';

async function clearWorkFolders(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.startsWith(workPrefix)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function makeWorkFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true });
    return await mkdtemp(join(folder, workPrefix));
  } catch (error) {
    throw folderFailure(error, folder);
  }
}
