import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

import { findPackageRoot } from '../../config/package-root';
import { lintTables } from './lint-tables';

const root = findPackageRoot();
const rooms = [...Object.keys(lintTables().layers), 'laboratory'];
const files = rooms.flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => `${room}/${name}`),
);
const known = new Set(files);

/** The schemas of kinds of work are in their folders, and on the floor of the other schemas (docs/architecture.md). */
function folderOf(file: string): readonly string[] {
  const isSchema = /^core\/kinds\/([^/]+\/schema|kind-schemas|schema-table)\.ts$/.test(file);
  return (isSchema ? 'core/schemas' : dirname(file)).split('/');
}

function importsOf(file: string): readonly string[] {
  const paths = readFileSync(join(root, file), 'utf8').matchAll(
    /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g,
  );
  return [...paths]
    .map(([, path = '']) => posix.join(dirname(file), path).replace(/\.js$/, ''))
    .map((path) => (known.has(`${path}.ts`) ? `${path}.ts` : `${path}/index.ts`))
    .filter((path) => known.has(path));
}

/** The folders, beside each other in one folder, to which an import leads; null within a folder and its own sub-folders. */
function siblings(from: string, to: string): readonly [string, string] | null {
  const [left, right] = [folderOf(from), folderOf(to)];
  const shared = left.findIndex((name, index) => name !== right[index]);
  if (shared === -1 || shared >= right.length) return null;
  return [left.slice(0, shared + 1).join('/'), right.slice(0, shared + 1).join('/')];
}

const links = new Map<string, string>();
for (const file of files)
  for (const imported of importsOf(file)) {
    const pair = siblings(file, imported);
    if (pair !== null) links.set(pair.join(' -> '), `${file} imports ${imported}`);
  }

// A folder holds what its sub-folders share, and puts them together: these two may import each other.
describe('folders beside each other', () => {
  it('do not import each other', () => {
    const both = [...links.entries()].flatMap(([pair, one]) => {
      const other = links.get(pair.split(' -> ').reverse().join(' -> '));
      return other === undefined ? [] : [`${one}, ${other}`];
    });
    expect(both).toEqual([]);
  });

  it('are found', () => {
    expect(links.get('core/search -> core/values')).toBeDefined();
  });
});
