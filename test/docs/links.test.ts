import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { findPackageRoot } from '../../config/package-root';

const root = findPackageRoot();
const pages = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) =>
    join('docs', name),
  ),
].filter((name) => name.endsWith('.md'));

/** The anchors that GitHub gives to the headings of a page. */
function anchorsIn(page: string): ReadonlySet<string> {
  const prose = readFileSync(page, 'utf8').replace(/^```[^]*?^```$/gm, '');
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose.matchAll(/^#+ (.*)$/gm)) {
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-');
    let name = anchor;
    for (let repeated = 1; anchors.has(name); repeated += 1) name = `${anchor}-${String(repeated)}`;
    anchors.add(name);
  }
  return anchors;
}

function leadsSomewhere(page: string, link: string): boolean {
  const [target = '', anchor] = link.split('#');
  const file = target === '' ? page : resolve(dirname(page), target);
  if (!existsSync(file)) return false;
  return anchor === undefined || !file.endsWith('.md') || anchorsIn(file).has(anchor);
}

describe('the links of a page', () => {
  it.each(pages)('lead from %s to files and headings that are there', (name) => {
    const page = join(root, name);
    const links = [
      ...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)|(?:href|src)="([^"]+)"/g),
    ]
      .map(([, inText, inTag]) => inText ?? inTag ?? '')
      .filter((link) => !/^[a-z]+:/.test(link));
    expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });
});
