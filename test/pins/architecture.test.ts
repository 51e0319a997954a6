import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findPackageRoot } from '../../config/package-root';

const root = findPackageRoot();
const left = new Set(['node_modules', 'dist', '.git', 'test', 'coverage']);
const files = readdirSync(root, { withFileTypes: true })
  // A build that replaces the one before moves it aside for a moment.
  .filter((entry) => entry.isDirectory() && !left.has(entry.name) && !/^dist\./.test(entry.name))
  .flatMap(({ name }) =>
    readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).map(
      (path) => `/${name}/${path}`,
    ),
  );

/** Files as the map names them: a path, or the end of one. `<name>` stands for what is new. */
const named = [
  ...readFileSync(join(root, 'docs/architecture.md'), 'utf8').matchAll(/`([\w./-]+\.(?:ts|py))`/g),
].map(([, path]) => path ?? '');

describe('the map in docs/architecture.md', () => {
  it.each([...new Set(named)])('names %s, which is there', (path) => {
    expect(files.filter((file) => file.endsWith(`/${path}`))).not.toEqual([]);
  });

  it('names each file on the way of one program', () => {
    expect(named.length).toBeGreaterThan(50);
  });
});
