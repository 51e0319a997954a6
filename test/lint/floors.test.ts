import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findPackageRoot } from '../../config/package-root';
import { lintTables } from './lint-tables';

const root = findPackageRoot();

/** The names of a floor, as docs/architecture.md says them: a pattern of files stands for its folder. */
function folders(floor: readonly string[]): readonly string[] {
  const schema = 'kinds/*/schema.ts';
  if (floor.includes(schema)) {
    const others = floor.filter((name) => !name.startsWith('kinds/'));
    return [...others, schema.replace('*', '<kind>')];
  }
  return [...new Set(floor.map((name) => name.split('/')[0] ?? ''))];
}

const floors = lintTables().coreFloors.map(folders);

/** The rows of the table in docs/architecture.md, lowest floor first. */
const rows = (
  readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    .split('## Floors of core')[1]
    ?.split('\n## ')[0] ?? ''
)
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  .reverse();

describe('the floors of core', () => {
  it.each(readdirSync(join(root, 'core')))('hold %s once', (name) => {
    expect(floors.filter((floor) => floor.includes(name))).toHaveLength(1);
  });

  it('are the rows of docs/architecture.md', () => {
    expect(rows.map((row) => [...row].sort())).toEqual(floors.map((floor) => [...floor].sort()));
  });
});
