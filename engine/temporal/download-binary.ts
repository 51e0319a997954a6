import { chmod, open } from 'node:fs/promises';
import { join } from 'node:path';

import { reasonOf } from '../../processes/errors';
import { isRecord } from '../../core/values/is-record';
import type { WayContext, WayOutcome } from './binary-parts';
import { cliVersion } from './pinned-version';

interface Archive {
  readonly url: string;
  readonly member: string;
}

/** The download that the Temporal SDKs use. Given up when no new byte came for `stallMs`. */
export async function downloadBinary(context: WayContext): Promise<WayOutcome> {
  const { parts, workFolder } = context;
  const url = serviceUrl(parts.platform, parts.architecture);
  if (url === null) {
    return failed(`no build for ${parts.platform} ${parts.architecture}`);
  }
  try {
    const archive = await askForArchive(context, url);
    const file = join(workFolder, 'temporal.tar.gz');
    await receive(context, archive.url, file);
    const { problem } = await parts.runCommand(
      ['tar', '-xzf', file, '-C', workFolder, archive.member],
      { timeoutMs: 120_000 },
    );
    if (problem !== null) return failed(problem);
    const path = join(workFolder, archive.member);
    await chmod(path, 0o755);
    return { kind: 'made', path };
  } catch (error) {
    return failed(`${url}${reasonOf(deepest(error))}`);
  }
}

function serviceUrl(platform: string, architecture: string): string | null {
  const arch = new Map([
    ['x64', 'amd64'],
    ['arm64', 'arm64'],
  ]).get(architecture);
  if (arch === undefined || (platform !== 'linux' && platform !== 'darwin')) return null;
  return `https://temporal.download/cli/${cliVersion}?arch=${arch}&platform=${platform}&format=tar.gz`;
}

async function askForArchive(context: WayContext, url: string): Promise<Archive> {
  const chunks: Uint8Array[] = [];
  await stream(context, url, (chunk) => {
    chunks.push(chunk);
    return Promise.resolve();
  });
  const reply: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const archiveUrl = isRecord(reply) ? reply['archiveUrl'] : undefined;
  const member = isRecord(reply) ? reply['fileToExtract'] : undefined;
  if (typeof archiveUrl !== 'string' || typeof member !== 'string') {
    throw new Error('the reply names no archive');
  }
  // It becomes a path below our folder and an argument of tar.
  if (!/^[\w.]+$/.test(member) || member.startsWith('.')) {
    throw new Error(`the reply names an odd file: ${JSON.stringify(member)}`);
  }
  return { url: archiveUrl, member };
}

async function receive(context: WayContext, url: string, file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  const since = Date.now();
  let receivedBytes = 0;
  try {
    await stream(context, url, async (chunk, totalBytes) => {
      await handle.write(chunk);
      receivedBytes += chunk.byteLength;
      const elapsedMs = Date.now() - since;
      context.onProgress({ kind: 'downloading', receivedBytes, totalBytes, elapsedMs });
    });
  } finally {
    await handle.close();
  }
}

async function stream(
  { parts }: WayContext,
  url: string,
  onChunk: (chunk: Uint8Array, totalBytes: number | null) => Promise<void>,
): Promise<void> {
  const abort = new AbortController();
  const giveUp = (): void => {
    abort.abort(new Error(`no new byte within ${parts.stallMs} ms`));
  };
  let timer = setTimeout(giveUp, parts.stallMs);
  try {
    const { status, totalBytes, body } = await parts.httpGet(url, abort.signal);
    if (status !== 200) throw new Error(`HTTP status ${status}`);
    for await (const chunk of body) {
      clearTimeout(timer);
      await onChunk(chunk, totalBytes);
      timer = setTimeout(giveUp, parts.stallMs);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** `fetch failed` says nothing; its cause does. */
function deepest(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? deepest(error.cause) : error;
}

function failed(reason: string): WayOutcome {
  return { kind: 'failed', reason };
}
