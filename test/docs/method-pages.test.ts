import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findPackageRoot } from '../../config/package-root';
import { methods } from '../../core/search/methods';
import { methodNames } from '../../core/kinds/kinds';

const docs = join(findPackageRoot(), 'docs');
const folder = join(docs, 'methods');
const overview = readFileSync(join(folder, 'README.md'), 'utf8');
const pages = readdirSync(folder);

describe('the pages of the methods', () => {
  it.each(methodNames)('have one of %s, under its name, in the overview', (name) => {
    expect(readFileSync(join(folder, `${name}.md`), 'utf8')).toMatch(`# ${name}\n`);
    expect(overview).toContain(`| [\`${name}\`](${name}.md) |`);
  });

  it('have none of a method that is not there', () => {
    expect(pages.filter((page) => page !== 'README.md').sort()).toEqual(
      methodNames.map((name) => `${name}.md`).sort(),
    );
  });

  it.each([...methods.values()])('say width and depth of $name as they are', ({ name, shape }) => {
    const row = overview.split('\n').find((line) => line.startsWith(`| [\`${name}\`]`)) ?? '';
    const said = row.split('|')[3]?.trim();
    const { width, maxDepth } = shape?.usual ?? {};
    expect(said).toBe(shape === null ? '' : `${String(width)}, ${String(maxDepth)}`);
    const page = readFileSync(join(folder, `${name}.md`), 'utf8');
    for (const variant of Object.keys(shape?.variants ?? {}))
      expect(page).toContain(`\`${variant}\``);
  });
});
