import { promises as fs } from 'node:fs';

import { NotReadyError } from '../../core/errors/errors';
import type { IndexLine } from '../../core/adapters/repository';
import { encodeTar } from '../tar';
import { pinnedVersions } from './pinned-versions';
import { GatewaySession } from './gateway-session';
import type { GatewayReport } from './gateway-session';
import { IndexCache } from './index-cache';
import type { PinnedWheel } from './pinned-wheels';
import { serveFrames } from './serve-frames';
import { withoutCredentials } from './shown-address';
import { createUpstream } from './upstream';

export interface PackageIndexOptions {
  /** `https://pypi.org/simple`; credentials in it are used, and neither kept nor shown. */
  readonly indexUrl: string;
  /** Pages and files that were fetched; several processes may share it. */
  readonly folder: string;
  /** `http://host:port`; none: asked directly. */
  readonly proxyUrl?: string | undefined;
}

/** The package index, as installations and our own tools are served from it; what was fetched once is not fetched again. */
export class PackageIndex {
  readonly cache: IndexCache;
  /** Without credentials. */
  readonly shownAddress: string;

  constructor({ proxyUrl, ...options }: PackageIndexOptions) {
    const upstream = createUpstream(proxyUrl === undefined ? {} : { proxyUrl });
    this.shownAddress = withoutCredentials(options.indexUrl);
    this.cache = new IndexCache({ ...options, upstream });
  }

  /**
   * One build: `serve` answers its line until that ends. @param requirements whose pinned versions may be younger than `until`
   */
  session(
    until: string,
    requirements: readonly string[] = [],
  ): {
    readonly serve: (line: IndexLine) => Promise<void>;
    readonly report: () => GatewayReport;
  } {
    const session = new GatewaySession(this.cache, {
      ...{ until, pinned: pinnedVersions(requirements) },
    });
    return {
      serve: (line) => serveFrames((request) => session.handle(request), line),
      report: () => session.report(),
    };
  }

  /** A tar with these wheels, under their names. @throws IndexUnavailableError, NotReadyError */
  async wheels(pinned: readonly PinnedWheel[]): Promise<Iterable<Buffer>> {
    const entries = [];
    for (const wheel of pinned) {
      const content = await fs.readFile(await this.pinned(wheel));
      entries.push({ kind: 'file', path: wheel.filename, executable: false, content } as const);
    }
    return encodeTar(entries);
  }

  private async pinned({ name, filename, sha256 }: PinnedWheel): Promise<string> {
    const kept = await this.cache.kept(sha256);
    if (kept !== null) return kept;
    const page = await this.cache.page(name, null);
    const file = page?.files.find((each) => each.filename === filename);
    if (file === undefined || file.sha256 !== sha256)
      throw new NotReadyError(
        `${filename} (sha256 ${sha256.slice(0, 12)}…) is not on the package index`,
        'Name an index that has it in ESPALIER_PACKAGE_INDEX: https://pypi.org/simple has',
        { code: 'INSTALLER_MISSING', fate: 'pauses-run' },
      );
    return this.cache.file(sha256, file.url, file.size);
  }
}
