import { canonicalName } from './index-page';
import type { IndexFile, IndexPage } from './index-page';

/** `name==1.2.3`, with extras and a marker or without; never with a star. */
const pin = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*={2,3}\s*([\w.!+-]+)\s*(?:;.*)?$/;

/** The version of each distribution that a list of requirements names exactly, by its canonical name. */
export function pinnedVersions(requirements: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    requirements.flatMap((line) => {
      const [, name, version] = pin.exec(line.trim()) ?? [];
      return name === undefined || version === undefined ? [] : [[canonicalName(name), version]];
    }),
  );
}

/** Whether a file of an index is of a version, as far as its name tells. */
function isOfVersion({ filename }: IndexFile, version: string): boolean {
  const stem = filename.replace(/\.(?:tar\.\w+|zip|whl)$/u, '');
  const [, told] = filename.endsWith('.whl') ? stem.split('-') : (/-([^-]+)$/.exec(stem) ?? []);
  return told !== undefined && plain(told) === plain(version);
}

/** `1.0` and `1.0.0` are one version. */
function plain(version: string): string {
  return version
    .toLowerCase()
    .replace(/^v/, '')
    .replace(/(?:\.0)+$/, '');
}

/** The files of a pinned version beside those of an earlier time. @param until the page as it was then */
export function withPinned(
  whole: IndexPage,
  until: IndexPage,
  version: string | undefined,
): IndexPage {
  if (version === undefined) return until;
  const there = new Set(until.files.map(({ sha256 }) => sha256));
  const more = whole.files.filter((file) => !there.has(file.sha256) && isOfVersion(file, version));
  return { ...until, files: [...until.files, ...more] };
}
