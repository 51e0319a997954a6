import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { NotReadyError, UsageError } from '../core/errors/errors';
import { systemCode } from '../core/errors/system-code';
import { datasetPath, knownDatasets } from './known-datasets';
import type { KnownDataset } from './known-datasets';
import { reasonOf } from './reason-of';
import { sha256Of } from './sha256-of';

export interface FetchOptions {
  /** Downloaded files go to its `datasets` folder. */
  readonly cacheDir: string;
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** Give up after so long without a new byte, ms. Default 15,000. */
  readonly stallTimeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FetchedDataset {
  readonly path: string;
  /** false: it was here already, whole. */
  readonly downloaded: boolean;
}

type Download = NonNullable<KnownDataset['download']>;

const maxDownloadBytes = 64 * 1024 * 1024;

/**
 * Downloads a known data set from its publisher unless it is here. The file appears only when whole and its checksum is
 * right; another file that is there is left alone. @throws UsageError for an unknown name. @throws NotReadyError (exit 3)
 * when the network, the publisher or the disk refuses
 */
export async function fetchDataset(name: string, options: FetchOptions): Promise<FetchedDataset> {
  const path = datasetPath(name, options.cacheDir);
  const known = Object.hasOwn(knownDatasets, name) ? knownDatasets[name] : undefined;
  if (path === null || known === undefined) {
    throw new UsageError(
      `there is no data set ${JSON.stringify(name)} to fetch`,
      `Known data sets: ${Object.keys(knownDatasets).join(', ')}`,
      { code: 'UNKNOWN_DATASET' },
    );
  }
  if (known.download === null) return { path, downloaded: false };
  if (await isWhole(path, known.download)) return { path, downloaded: false };
  const bytes = await download(name, known.download, options);
  await writeWhole(path, bytes);
  return { path, downloaded: true };
}

/** @throws NotReadyError when the file is there and differs or cannot be read. */
export async function isWhole(path: string, expected: { sha256: string }): Promise<boolean> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw new NotReadyError(
      `${path} cannot be read (${reasonOf(error)})`,
      'Make the file readable, or move it aside and run the command again',
      { code: 'DATASET_FILE_UNREADABLE', cause: error },
    );
  }
  if (sha256Of(bytes) === expected.sha256) return true;
  throw new NotReadyError(
    `${path} is not the file that was published (sha256 ${sha256Of(bytes)}, expected ${expected.sha256})`,
    `Move it aside and run the command again: mv ${path} ${path}.bad`,
    { code: 'DATASET_FILE_DAMAGED' },
  );
}

async function download(
  name: string,
  source: Download,
  options: FetchOptions,
): Promise<Uint8Array> {
  const stallTimeoutMs = options.stallTimeoutMs ?? 15_000;
  const stalled = new AbortController();
  const fail = (problem: string, cause?: unknown): NotReadyError =>
    new NotReadyError(
      `data set ${name} could not be downloaded from ${source.url}: ${problem}`,
      `Check the network and run \`espalier dataset fetch ${name}\` again; or get ${source.file} elsewhere and give its path in place of the name`,
      { code: 'DATASET_DOWNLOAD_FAILED', cause },
    );
  let timer: NodeJS.Timeout | undefined;
  const restartTimer = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stalled.abort(new Error(`nothing arrived for ${stallTimeoutMs / 1000} s`));
    }, stallTimeoutMs);
  };
  restartTimer();
  const signal =
    options.signal === undefined
      ? stalled.signal
      : AbortSignal.any([stalled.signal, options.signal]);
  try {
    const response = await (options.fetch ?? fetch)(source.url, { signal });
    if (!response.ok) throw fail(`the server answered ${response.status}`);
    const bytes = await readBody(response, restartTimer);
    if (sha256Of(bytes) !== source.sha256) {
      throw fail(`what came is not what was published (${bytes.length} bytes, other checksum)`);
    }
    return bytes;
  } catch (error) {
    if (error instanceof NotReadyError) throw error;
    throw fail(reasonOf(signal.aborted ? signal.reason : error), error);
  } finally {
    clearTimeout(timer);
  }
}

async function readBody(response: Response, onBytes: () => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    onBytes();
    const bytes = chunk as Uint8Array;
    size += bytes.length;
    if (size > maxDownloadBytes) throw new Error('more than 64 MiB came');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const partial = join(dirname(path), `.${randomUUID()}.part`);
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(partial, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw new NotReadyError(
      `${path} cannot be written (${reasonOf(error)})`,
      `Make ${dirname(path)} writable and see that the disk has room`,
      { code: 'DATASET_CACHE_UNWRITABLE', cause: error },
    );
  }
}
