export interface IndexFile {
  readonly filename: string;
  readonly url: string;
  readonly sha256: string;
  readonly size: number | null;
  readonly requiresPython: string | null;
  readonly yanked: string | boolean;
  readonly uploadTime: string | null;
  /** Digest of the metadata beside the file (PEP 658), null where there is none. */
  readonly metadataSha256: string | null;
}

/** A distribution's page of the index (PEP 691); files without a sha256 are not on it. */
export interface IndexPage {
  readonly name: string;
  readonly files: readonly IndexFile[];
}

export const jsonType = 'application/vnd.pypi.simple.v1+json';

/** A name as indexes compare it (PEP 503). */
export function canonicalName(name: string): string {
  return name.replace(/[-_.]+/g, '-').toLowerCase();
}

/** Names that a page may have; anything else is no distribution, and asked of nobody. */
export function isDistributionName(name: string): boolean {
  return /^[a-z0-9]([a-z0-9._-]{0,98}[a-z0-9])?$/i.test(name);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** As PyPI writes it. @param address of the page, for relative addresses of files @throws SyntaxError when it is not such a page */
export function parseIndexPage(source: string, name: string, address: string): IndexPage {
  const page: unknown = JSON.parse(source);
  if (!isRecord(page) || !Array.isArray(page['files']))
    throw new SyntaxError('no page of an index in JSON (PEP 691)');
  return { name, files: page['files'].flatMap((each: unknown) => parseFile(each, address)) };
}

function parseFile(value: unknown, address: string): IndexFile[] {
  if (!isRecord(value)) return [];
  const filename = text(value['filename']);
  const url = text(value['url']);
  const sha256 = isRecord(value['hashes']) ? text(value['hashes']['sha256']) : null;
  if (filename === null || url === null || sha256 === null) return [];
  if (!/^[0-9a-f]{64}$/.test(sha256) || !/^[A-Za-z0-9][A-Za-z0-9._+!-]{0,250}$/.test(filename))
    return [];
  const beside = value['core-metadata'] ?? value['data-dist-info-metadata'];
  const digest = isRecord(beside) ? text(beside['sha256']) : null;
  return [
    {
      filename,
      url: new URL(url, address).href,
      sha256,
      size: typeof value['size'] === 'number' ? value['size'] : null,
      requiresPython: text(value['requires-python']),
      yanked: typeof value['yanked'] === 'string' ? value['yanked'] : value['yanked'] === true,
      uploadTime: text(value['upload-time']),
      metadataSha256: digest !== null && /^[0-9a-f]{64}$/.test(digest) ? digest : null,
    },
  ];
}

/** Without files that came later; a file without a time stays. @param until ISO time, or null for all */
export function pageUntil(page: IndexPage, until: string | null): IndexPage {
  if (until === null) return page;
  const end = Date.parse(until);
  return {
    ...page,
    files: page.files.filter(
      ({ uploadTime }) => uploadTime === null || Date.parse(uploadTime) <= end,
    ),
  };
}

/** Where the gateway serves a file: relative to the page, so that a page is right on any port. */
function servedAt(page: IndexPage, file: IndexFile): string {
  return `../../files/${page.name}/${file.sha256}/${encodeURIComponent(file.filename)}`;
}

export function renderJsonPage(page: IndexPage): string {
  return JSON.stringify({
    meta: { 'api-version': '1.1' },
    name: page.name,
    files: page.files.map((file) => ({
      filename: file.filename,
      url: servedAt(page, file),
      hashes: { sha256: file.sha256 },
      yanked: file.yanked,
      ...(file.size === null ? {} : { size: file.size }),
      ...(file.requiresPython === null ? {} : { 'requires-python': file.requiresPython }),
      ...(file.uploadTime === null ? {} : { 'upload-time': file.uploadTime }),
      ...(file.metadataSha256 === null ? {} : { 'core-metadata': { sha256: file.metadataSha256 } }),
    })),
  });
}

/** The older form, for installers that do not ask for JSON. */
export function renderHtmlPage(page: IndexPage): string {
  const safe = (value: string): string =>
    value.replace(
      /[&<>"]/g,
      (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
    );
  const lines = page.files.map((file) => {
    const requires =
      file.requiresPython === null ? '' : ` data-requires-python="${safe(file.requiresPython)}"`;
    const yanked =
      file.yanked === false
        ? ''
        : ` data-yanked="${safe(file.yanked === true ? '' : file.yanked)}"`;
    return `<a href="${safe(servedAt(page, file))}#sha256=${file.sha256}"${requires}${yanked}>${safe(file.filename)}</a><br>`;
  });
  return `<!DOCTYPE html><html><body>\n${lines.join('\n')}\n</body></html>\n`;
}
