import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

const digestOf = (bytes: Buffer): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const types = {
  manifest: 'application/vnd.docker.distribution.manifest.v2+json',
  config: 'application/vnd.docker.container.image.v1+json',
  layer: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
} as const;

interface Blob {
  readonly type: string;
  readonly content: Buffer;
}

/** A container registry on this machine, of version 2 of its protocol, with images of one layer. */
export class ImageRegistry {
  private readonly blobs = new Map<string, Blob>();
  private readonly manifests = new Map<string, string>();

  private constructor(
    /** As it stands in the names of images. An engine asks registries of 127.0.0.1 without TLS. */
    readonly address: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<ImageRegistry> {
    const server = createServer((request, response) => {
      const found = registry.find(request.url ?? '');
      if (found === null) {
        const errors = [{ code: 'MANIFEST_UNKNOWN', message: 'manifest unknown' }];
        response.writeHead(404, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ errors }));
        return;
      }
      response.writeHead(200, {
        'content-type': found.type,
        'content-length': found.content.length,
        'docker-content-digest': digestOf(found.content),
        'docker-distribution-api-version': 'registry/2.0',
      });
      response.end(request.method === 'HEAD' ? undefined : found.content);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const registry = new ImageRegistry(`127.0.0.1:${String(port)}`, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return registry;
  }

  /** Serves an image with the files of a tar. @param name `owner/name:tag` @returns its whole name */
  add(name: string, tar: Buffer): string {
    const layer = { type: types.layer, content: gzipSync(tar, { level: 1 }) };
    const config = asJson(types.config, {
      ...{ architecture: goArchitecture(), os: 'linux', created: '2020-01-01T00:00:00Z' },
      config: { Env: ['PATH=/usr/local/bin:/usr/bin:/bin'] },
      rootfs: { type: 'layers', diff_ids: [digestOf(tar)] },
      history: [{ created: '2020-01-01T00:00:00Z' }],
    });
    const manifest = asJson(types.manifest, {
      ...{ schemaVersion: 2, mediaType: types.manifest },
      config: described(config),
      layers: [described(layer)],
    });
    for (const blob of [layer, config, manifest]) this.blobs.set(digestOf(blob.content), blob);
    this.manifests.set(name, digestOf(manifest.content));
    return `${this.address}/${name}`;
  }

  private find(url: string): Blob | null {
    if (url === '/v2/') return asJson('application/json', {});
    const [, name = '', kind, reference = ''] =
      /^\/v2\/(.+)\/(manifests|blobs)\/(.+)$/.exec(url) ?? [];
    const tagged = kind === 'manifests' ? this.manifests.get(`${name}:${reference}`) : undefined;
    return this.blobs.get(tagged ?? reference) ?? null;
  }
}

function asJson(type: string, value: object): Blob {
  return { type, content: Buffer.from(JSON.stringify(value)) };
}

function described({ type, content }: Blob): object {
  return { mediaType: type, size: content.length, digest: digestOf(content) };
}

function goArchitecture(): string {
  return process.arch === 'x64' ? 'amd64' : process.arch;
}

/** Files of this machine by their paths, and what is in a folder, as the files of an image. */
export function layerOf(paths: readonly string[], folder: string): Buffer {
  const args = ['--dereference', '--exclude=/usr/*/__pycache__', '-c', '-C', '/'];
  const below = paths.map((path) => path.replace(/^\//, ''));
  return execFileSync('tar', [...args, ...below, '-C', folder, '.'], { maxBuffer: 1024 ** 3 });
}
