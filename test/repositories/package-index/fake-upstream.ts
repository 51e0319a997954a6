import { createHash } from 'node:crypto';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeFile {
  readonly filename: string;
  readonly content: string | Buffer;
  readonly uploadTime?: string;
  readonly metadata?: string;
  /** What the page claims, where it lies. */
  readonly sha256?: string;
  /** Taken back; a text says why. */
  readonly yanked?: boolean | string;
}

export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

/** A real index is behind HTTPS; this one is on the loopback address and does what it is told. */
export class FakeUpstream {
  readonly asked: string[] = [];
  /** Statuses to answer with, before anything is served. */
  readonly trouble: number[] = [];
  /** Of each request, in the order of `asked`. */
  readonly authorizations: (string | undefined)[] = [];
  /** The address to which every request is redirected. */
  redirect: string | null = null;
  private constructor(
    private readonly server: http.Server,
    private readonly distributions: Readonly<Record<string, readonly FakeFile[]>>,
  ) {}

  static async start(
    distributions: Readonly<Record<string, readonly FakeFile[]>>,
  ): Promise<FakeUpstream> {
    const server = http.createServer((request, response) => upstream.answer(request, response));
    const upstream = new FakeUpstream(server, distributions);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return upstream;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    this.asked.push(request.url ?? '');
    this.authorizations.push(request.headers.authorization);
    if (this.redirect !== null) {
      const location = `${this.redirect}${request.url ?? ''}`;
      return void response.writeHead(302, { location }).end();
    }
    const trouble = this.trouble.shift();
    if (trouble === 0) return void request.socket.destroy();
    if (trouble !== undefined) return void response.writeHead(trouble).end();
    const [, kind, name = '', filename = ''] = (request.url ?? '').split('/');
    const files = this.distributions[name];
    if (kind === 'simple' && files) {
      const page = files.map((file) => ({
        filename: file.filename,
        url: `${this.address}/cdn/${name}/${file.filename}`,
        hashes: { sha256: file.sha256 ?? sha256(file.content) },
        'upload-time': file.uploadTime ?? '2020-01-01T00:00:00Z',
        size: Buffer.byteLength(file.content),
        ...(file.yanked === undefined ? {} : { yanked: file.yanked }),
        ...(file.metadata === undefined
          ? {}
          : { 'core-metadata': { sha256: sha256(file.metadata) } }),
      }));
      return void response
        .writeHead(200, { etag: '"one"' })
        .end(JSON.stringify({ meta: {}, files: page }));
    }
    const file = files?.find((each) => filename.startsWith(each.filename));
    if (kind !== 'cdn' || file === undefined) return void response.writeHead(404).end();
    response.writeHead(200).end(filename.endsWith('.metadata') ? file.metadata : file.content);
  }
}
