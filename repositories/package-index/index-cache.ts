import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, promises as fs } from 'node:fs';
import * as path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { IndexFileTooLargeError, IndexUnavailableError } from '../errors';
import { type IndexPage, jsonType, parseIndexPage } from './index-page';
import { withoutCredentials } from './shown-address';
import type { Upstream } from './upstream';

/** A page as it is kept; `page` is null when the index had none of that name. */
interface KeptPage {
  readonly fetchedAt: string;
  readonly etag: string | null;
  readonly page: IndexPage | null;
}

export interface IndexCacheOptions {
  /** `https://pypi.org/simple/`; credentials in it are used, and neither kept nor shown. */
  readonly indexUrl: string;
  readonly folder: string;
  /** Null: only what is kept is served, and nothing is asked. */
  readonly upstream: Upstream | null;
  /** How long a page holds that no `until` makes final. Default 10 minutes. */
  readonly pageMaxAgeMs?: number;
  /** Default 64 MiB. */
  readonly mostPageBytes?: number;
  /** Default 512 MiB. */
  readonly mostFileBytes?: number;
  readonly now?: () => number;
}

/**
 * Each is fetched once. Processes may share the folder: what is complete is moved into place. Contents are checked against
 * their name only when they are written.
 */
export class IndexCache {
  private readonly under = new Map<string, Promise<unknown>>();

  constructor(private readonly options: IndexCacheOptions) {}

  /**
   * null: there is none. @param name canonical @param until a page fetched at that time or later is final for who asks for
   * files up to then @throws IndexUnavailableError
   */
  async page(name: string, until: string | null): Promise<IndexPage | null> {
    return this.together(`page ${name} ${until}`, async () => {
      const kept = await this.keptPage(name);
      const { upstream } = this.options;
      if (kept !== null && (upstream === null || this.holds(kept, until))) return kept.page;
      if (upstream === null)
        throw new IndexUnavailableError(`${name}: not kept, and nothing is fetched offline`);
      return this.fetchPage(name, kept, upstream);
    });
  }

  /** The path of a file with this digest. @throws IndexUnavailableError, IndexFileTooLargeError */
  async file(sha256: string, url: string, size: number | null = null): Promise<string> {
    const target = this.filePath(sha256);
    return this.together(`file ${sha256}`, async () => {
      if (await exists(target)) return target;
      if (this.options.upstream === null)
        throw new IndexUnavailableError(
          `${path.basename(url)}: not kept, and nothing is fetched offline`,
        );
      await this.download(url, target, sha256, size, this.options.upstream);
      return target;
    });
  }

  /** The path of a file that was fetched before. */
  async kept(sha256: string): Promise<string | null> {
    const target = this.filePath(sha256);
    return (await exists(target)) ? target : null;
  }

  private filePath(sha256: string): string {
    return path.join(this.options.folder, 'files', sha256.slice(0, 2), sha256);
  }

  private holds(kept: KeptPage, until: string | null): boolean {
    const fetched = Date.parse(kept.fetchedAt);
    if (until !== null && fetched >= Date.parse(until)) return true;
    return this.now() - fetched < (this.options.pageMaxAgeMs ?? 600_000);
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  private async keptPage(name: string): Promise<KeptPage | null> {
    try {
      return JSON.parse(await fs.readFile(this.pagePath(name), 'utf8')) as KeptPage;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError)
        return null;
      throw error;
    }
  }

  private pagePath(name: string): string {
    return path.join(this.options.folder, 'pages', `${name}.json`);
  }

  private async fetchPage(
    name: string,
    kept: KeptPage | null,
    upstream: Upstream,
  ): Promise<IndexPage | null> {
    const address = new URL(
      `${encodeURIComponent(name)}/`,
      this.options.indexUrl.replace(/\/?$/, '/'),
    ).href;
    // The time before the question: what comes in between is not on the page for certain.
    const fetchedAt = new Date(this.now()).toISOString();
    const etag: Record<string, string> = kept?.etag ? { 'if-none-match': kept.etag } : {};
    const answer = await upstream(address, { accept: jsonType, 'user-agent': 'espalier', ...etag });
    if (answer.status === 304 && kept !== null) {
      answer.body.resume();
      await this.keep(name, { ...kept, fetchedAt });
      return kept.page;
    }
    if (answer.status !== 200 && answer.status !== 404) {
      answer.body.destroy();
      throw new IndexUnavailableError(
        `${withoutCredentials(address)}: the index answered ${answer.status}`,
      );
    }
    const source = await readBounded(
      answer.body,
      this.options.mostPageBytes ?? 64 * 1024 ** 2,
      withoutCredentials(address),
    );
    let page: IndexPage | null = null;
    try {
      page = answer.status === 404 ? null : parseIndexPage(source, name, address);
    } catch (cause) {
      throw new IndexUnavailableError(`${withoutCredentials(address)}: not a page in JSON`, {
        remedy: 'Name an index that answers in JSON (PEP 691) in ESPALIER_PACKAGE_INDEX',
        cause,
      });
    }
    await this.keep(name, { fetchedAt, etag: answer.headers.etag ?? null, page });
    return page;
  }

  private async keep(name: string, kept: KeptPage): Promise<void> {
    await this.moveIntoPlace(this.pagePath(name), (temporary) =>
      fs.writeFile(temporary, JSON.stringify(kept)),
    );
  }

  private async download(
    url: string,
    target: string,
    sha256: string,
    size: number | null,
    upstream: Upstream,
  ): Promise<void> {
    const most = this.options.mostFileBytes ?? 512 * 1024 ** 2;
    if (size !== null && size > most)
      throw new IndexFileTooLargeError(path.basename(url), `${size} bytes, the limit is ${most}`);
    const answer = await upstream(url, { 'user-agent': 'espalier' });
    if (answer.status !== 200) {
      answer.body.destroy();
      throw new IndexUnavailableError(
        `${withoutCredentials(url)}: the index names it and answered ${answer.status}`,
      );
    }
    const digest = createHash('sha256');
    let bytes = 0;
    const checked = new Transform({
      transform(chunk: Buffer, _encoding, done): void {
        bytes += chunk.length;
        digest.update(chunk);
        if (bytes > most)
          done(new IndexFileTooLargeError(path.basename(url), `more than ${most} bytes`));
        else done(null, chunk);
      },
    });
    await this.moveIntoPlace(target, async (temporary) => {
      try {
        await pipeline(answer.body, checked, createWriteStream(temporary));
      } catch (cause) {
        if (cause instanceof IndexFileTooLargeError) throw cause;
        throw new IndexUnavailableError(
          `${withoutCredentials(url)}: broke off after ${bytes} bytes`,
          { cause },
        );
      }
      const found = digest.digest('hex');
      if (found !== sha256)
        throw new IndexUnavailableError(
          `${withoutCredentials(url)}: its sha256 is ${found}, the index says ${sha256}`,
        );
    });
  }

  private async moveIntoPlace(
    target: string,
    write: (temporary: string) => Promise<void>,
  ): Promise<void> {
    await fs.mkdir(path.dirname(target), { recursive: true });
    const temporary = `${target}.${randomUUID()}.part`;
    try {
      await write(temporary);
      await fs.rename(temporary, target);
    } finally {
      await fs.rm(temporary, { force: true });
    }
  }

  /** Who asks for what is being fetched waits for it. */
  private together<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.under.get(key) as Promise<T> | undefined;
    if (running !== undefined) return running;
    const started = work().finally(() => this.under.delete(key));
    this.under.set(key, started);
    return started;
  }
}

async function exists(target: string): Promise<boolean> {
  return fs.access(target).then(
    () => true,
    () => false,
  );
}

async function readBounded(
  body: AsyncIterable<Buffer>,
  most: number,
  what: string,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > most) throw new IndexUnavailableError(`${what}: more than ${most} bytes`);
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof IndexUnavailableError) throw cause;
    throw new IndexUnavailableError(`${what}: broke off after ${bytes} bytes`, { cause });
  }
  return Buffer.concat(chunks).toString('utf8');
}
