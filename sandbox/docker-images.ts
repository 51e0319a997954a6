import { promises as fs } from 'node:fs';

import { DockerCallError, DockerEngine, defaultDockerHost } from './docker-engine';
import type { PullProgress } from './docker-engine';

/** An image that the engine has, or why it does not. */
export type BroughtImage =
  { readonly kind: 'here'; readonly id: string } | { readonly kind: 'none'; readonly why: string };

export interface DockerImagesOptions {
  readonly dockerHost?: string | undefined;
  /** Free space of the disk with a folder. null: the folder is not of this machine. */
  readonly freeBytes?: (folder: string) => Promise<number | null>;
  /** Told in words how far a pull is. */
  readonly say?: ((line: string) => void) | undefined;
  /** A pull has stalled if the engine tells nothing of it for this time, ms. */
  readonly stalledAfterMs?: number;
}

/** Of layers: unpacked, they are about so many times as large as the registry sends them. */
const unpacking = 3;
/** An engine whose disk is full breaks for everybody. */
const reserveBytes = 1024 ** 3;
const stepsOfProgress = 20;

const stalledAfterMs = 5 * 60_000;

class DiskTooSmallError extends Error {}
class PullStalledError extends Error {}

/** Container images of repository tasks, in a Docker engine. */
export class DockerImages {
  private readonly engine: DockerEngine;

  constructor(private readonly options: DockerImagesOptions = {}) {
    this.engine = new DockerEngine(options.dockerHost ?? defaultDockerHost);
  }

  /** Pulls an image that the engine does not have. @throws what `signal` is aborted with */
  async bring(name: string, signal?: AbortSignal): Promise<BroughtImage> {
    const whole = withTag(name);
    try {
      const known = await this.engine.imageId(whole);
      if (known !== null) return { kind: 'here', id: known };
      await this.pull(whole, signal);
      const id = await this.engine.imageId(whole);
      if (id !== null) return { kind: 'here', id };
      return { kind: 'none', why: 'the engine does not have it after the pull' };
    } catch (error) {
      signal?.throwIfAborted();
      const cause = error instanceof DockerCallError ? error.cause : error;
      if (cause instanceof DiskTooSmallError || cause instanceof PullStalledError) {
        return { kind: 'none', why: cause.message };
      }
      if (!(error instanceof DockerCallError)) throw error;
      const where = error.status === null ? 'no Docker engine answers: ' : '';
      return { kind: 'none', why: `${where}${error.message.trim()}` };
    }
  }

  async has(id: string): Promise<boolean> {
    return (await this.engine.imageId(id)) !== null;
  }

  /** A folder of an image as a tar, with the folder's own name in front. @throws DockerCallError */
  readFolder(id: string, folder: string): AsyncIterable<Uint8Array> {
    return this.engine.readFolder(id, folder);
  }

  private async pull(name: string, signal?: AbortSignal): Promise<void> {
    const { freeBytes = freeBytesOf, say = () => undefined } = this.options;
    const folder = await this.engine.dataFolder();
    const free = await freeBytes(folder);
    requireRoom(reserveBytes, free, folder);
    let told = '';
    const stall = new Stall(this.options.stalledAfterMs ?? stalledAfterMs);
    const heard = (progress: PullProgress): void => {
      stall.restart();
      requireRoom(progress.totalBytes * unpacking + reserveBytes, free, folder);
      const step = Math.floor((stepsOfProgress * progress.receivedBytes) / progress.totalBytes);
      const now = `${String(step)} ${String(progress.totalBytes)}`;
      if (progress.totalBytes === 0 || now === told) return;
      told = now;
      const [received, total] = [progress.receivedBytes, progress.totalBytes].map(inMegabytes);
      say(`image ${name}: ${String(received)} of ${String(total)} pulled`);
    };
    try {
      await this.engine.pull(name, heard, AbortSignal.any([stall.signal, signal ?? []].flat()));
    } catch (error) {
      throw stall.signal.aborted && signal?.aborted !== true ? stall.signal.reason : error;
    } finally {
      stall.end();
    }
    say(`image ${name}: here, ${inMegabytes(await this.engine.imageBytes(name))} on disk`);
  }
}

/** A signal that is aborted when the limit has passed since the last `restart`. */
class Stall {
  private readonly over = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limitMs: number) {
    this.restart();
  }

  get signal(): AbortSignal {
    return this.over.signal;
  }

  restart(): void {
    clearTimeout(this.timer);
    const words = `the pull has stalled: nothing came for ${String(this.limitMs / 1000)} s`;
    this.timer = setTimeout(() => {
      this.over.abort(new PullStalledError(words));
    }, this.limitMs);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

/** Without a tag, an engine pulls all of them. */
function withTag(name: string): string {
  const last = name.split('/').at(-1) ?? '';
  return last.includes(':') || last.includes('@') ? name : `${name}:latest`;
}

/** @throws DiskTooSmallError */
function requireRoom(needed: number, free: number | null, folder: string): void {
  if (free === null || free >= needed) return;
  throw new DiskTooSmallError(
    `it needs about ${inMegabytes(needed)} below ${folder}, and ${inMegabytes(free)} are free`,
  );
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0)} MB`;
}

async function freeBytesOf(folder: string): Promise<number | null> {
  const found = await fs.statfs(folder).catch(() => null);
  return found === null ? null : found.bavail * found.bsize;
}
