import { createReadStream, promises as fs } from 'node:fs';
import type { Readable } from 'node:stream';

import { IndexFileTooLargeError, IndexUnavailableError } from '../errors';
import type { IndexCache } from './index-cache';
import { withPinned } from './pinned-versions';
import {
  canonicalName,
  isDistributionName,
  jsonType,
  pageUntil,
  renderHtmlPage,
  renderJsonPage,
} from './index-page';

export interface GatewayRequest {
  readonly method: string;
  /** Path and query, as the client wrote them. */
  readonly path: string;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface GatewayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readable;
}

/** What one build asked for. `files` in the order in which they were first served; lists are cut at 200. */
export interface GatewayReport {
  readonly requests: number;
  readonly names: readonly string[];
  readonly files: readonly {
    readonly name: string;
    readonly filename: string;
    readonly sha256: string;
  }[];
  /** Refused: not of an index. A build that needs another server is seen here. */
  readonly refused: readonly string[];
  /** Infrastructure trouble: whoever reads it tries the build again and believes no failure of it. */
  readonly unavailable: readonly string[];
  /** How many requests are being asked of the index right now. */
  readonly waiting: number;
}

export interface GatewaySessionOptions {
  /** The index as it was at this ISO time; null for as it is. */
  readonly until: string | null;
  /** Different names; a name is all that a build can tell the index, so there are not many. Default 3,000. */
  readonly mostNames?: number;
  /** Versions that are served whatever their age, by canonical name. */
  readonly pinned?: ReadonlyMap<string, string>;
}

const mostKept = 200;

const mostRequests = 20_000;

/** Serves one build: pages and files of the index, 403 for everything else. */
export class GatewaySession {
  private requests = 0;
  private waiting = 0;
  private readonly names = new Set<string>();
  private readonly files = new Map<string, { name: string; filename: string; sha256: string }>();
  private readonly refused: string[] = [];
  private readonly unavailable: string[] = [];

  constructor(
    private readonly cache: IndexCache,
    private readonly options: GatewaySessionOptions,
  ) {}

  /** Never throws: trouble is 503 and noted, as that of the infrastructure. */
  async handle(request: GatewayRequest): Promise<GatewayResponse> {
    this.requests++;
    this.waiting++;
    try {
      if (this.requests > mostRequests) return this.refuse(request, 'too many requests');
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return this.refuse(request, 'method');
      // Foreign code writes it: nonsense is no trouble of the index.
      if (!URL.canParse(request.path, 'http://gateway')) return this.refuse(request, 'no path');
      const { pathname } = new URL(request.path, 'http://gateway');
      const [, kind, name, ...rest] = pathname.split('/').map(decode);
      if (kind === 'simple' && name && rest.length <= 1 && !rest[0])
        return await this.page(request, name);
      if (kind === 'files' && name && rest.length === 2)
        return await this.file(request, name, rest[0] ?? '', rest[1] ?? '');
      return this.refuse(request, 'not of an index');
    } catch (error) {
      if (error instanceof IndexFileTooLargeError) return plain(413, error.message);
      const isKnown = error instanceof IndexUnavailableError;
      const what = isKnown ? error.what : error instanceof Error ? error.message : String(error);
      note(this.unavailable, what);
      return plain(isKnown ? 503 : 500, `the package index is not to be had: ${what}`);
    } finally {
      this.waiting--;
    }
  }

  report(): GatewayReport {
    const { requests, refused, unavailable, waiting } = this;
    return {
      requests,
      waiting,
      names: [...this.names].sort(),
      files: [...this.files.values()],
      refused: [...refused],
      unavailable: [...unavailable],
    };
  }

  private async page(request: GatewayRequest, asked: string): Promise<GatewayResponse> {
    if (!isDistributionName(asked)) return plain(404, 'no such distribution');
    const name = canonicalName(asked);
    if (!this.names.has(name) && this.names.size >= (this.options.mostNames ?? 3_000))
      return this.refuse(request, 'too many names');
    this.names.add(name);
    const whole = await this.cache.page(name, this.options.until);
    if (whole === null) return plain(404, 'no such distribution');
    const { until, pinned } = this.options;
    const page = withPinned(whole, pageUntil(whole, until), pinned?.get(name));
    const asJson = request.headers['accept']?.includes(jsonType) ?? false;
    const headers = {
      'content-type': asJson ? jsonType : 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    };
    return { status: 200, headers, body: asJson ? renderJsonPage(page) : renderHtmlPage(page) };
  }

  private async file(
    request: GatewayRequest,
    asked: string,
    sha256: string,
    filename: string,
  ): Promise<GatewayResponse> {
    if (!isDistributionName(asked) || !/^[0-9a-f]{64}$/.test(sha256))
      return this.refuse(request, 'not of an index');
    const name = canonicalName(asked);
    const page = await this.cache.page(name, this.options.until);
    const beside = filename.endsWith('.metadata');
    const wanted = beside ? filename.slice(0, -'.metadata'.length) : filename;
    const found = page?.files.find((each) => each.sha256 === sha256 && each.filename === wanted);
    if (found === undefined || (beside && found.metadataSha256 === null))
      return plain(404, 'no such file');
    const place = beside
      ? await this.cache.file(found.metadataSha256 ?? '', `${found.url}.metadata`)
      : await this.cache.file(sha256, found.url, found.size);
    if (!beside) this.files.set(sha256, { name, filename, sha256 });
    const { size } = await fs.stat(place);
    const headers = { 'content-type': 'application/octet-stream', 'content-length': String(size) };
    return { status: 200, headers, body: request.method === 'HEAD' ? '' : createReadStream(place) };
  }

  private refuse(request: GatewayRequest, why: string): GatewayResponse {
    note(this.refused, `${why}: ${request.method.slice(0, 20)} ${request.path.slice(0, 200)}`);
    return plain(403, `refused: ${why}`);
  }
}

function note(list: string[], text: string): void {
  if (list.length < mostKept) list.push(text);
}

function plain(status: number, body: string): GatewayResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: `${body}\n` };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
