import { randomBytes, randomInt } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { folderFailure, LockHeldError } from './errors';
import { isRunning, ownIdentity } from './process-identity';

export interface LockOptions {
  /** The folder in which `<name>.lock/` is made. */
  readonly folder: string;
  readonly name: string;
  /** How long to wait for other holders, ms. Default 2 minutes. */
  readonly waitMs?: number;
  /** Told while somebody else holds the lock, at most every 100 to 200 ms. */
  readonly onWaiting?: (holderPid: number, waitedMs: number) => void;
}

/**
 * Runs `action` while no other process of this machine does so under the same name. A crashed holder's lock ends with it.
 * Each contender puts a file named after its process into the lock's folder, and holds the lock if it then sees no other live
 * one; else it withdraws and retries after a random while. Nobody removes a live one's file, so two can never hold it.
 * @throws LockHeldError after `waitMs`; StateFolderNotWritableError, DiskFullError
 */
export async function withLock<T>(options: LockOptions, action: () => Promise<T>): Promise<T> {
  const folder = join(options.folder, `${options.name}.lock`);
  const claim = join(folder, await claimName());
  await acquire({ ...options, folder, claim });
  try {
    return await action();
  } finally {
    await rm(claim, { force: true });
  }
}

interface Acquisition extends LockOptions {
  readonly claim: string;
}

async function acquire(options: Acquisition): Promise<void> {
  const { folder, claim, waitMs = 120_000 } = options;
  const since = Date.now();
  for (;;) {
    let holder = await liveClaim(options);
    if (holder === null) {
      await writeClaim(folder, claim);
      holder = await liveClaim(options);
      if (holder === null) return;
      await rm(claim, { force: true });
    }
    const waitedMs = Date.now() - since;
    if (waitedMs > waitMs) throw new LockHeldError(folder, holder, waitedMs);
    options.onWaiting?.(holder, waitedMs);
    await sleep(randomInt(20, 120));
  }
}

async function writeClaim(folder: string, claim: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(claim, '', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw folderFailure(error, folder);
  }
}

/** The pid of a live contender other than our own claim; files of dead ones are cleared away. */
async function liveClaim({ folder, claim }: Acquisition): Promise<number | null> {
  for (const name of await claimsIn(folder)) {
    const path = join(folder, name);
    if (path === claim) continue;
    const identity = parseClaimName(name);
    if (identity === null) continue;
    if (await isRunning(identity)) return identity.pid;
    await rm(path, { force: true });
  }
  return null;
}

async function claimsIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

async function claimName(): Promise<string> {
  const { pid, startTime, bootId } = await ownIdentity();
  const parts = [String(pid), startTime, bootId, randomBytes(6).toString('hex')];
  return parts.map(encodeURIComponent).join('+');
}

function parseClaimName(name: string) {
  const [pid, startTime, bootId, token] = name.split('+').map(decodeURIComponent);
  if (startTime === undefined || bootId === undefined || token === undefined) return null;
  return { pid: Number(pid), startTime, bootId };
}
