import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findPackageRoot } from '../../config/package-root';
import { lintTables } from './lint-tables';

const page = readFileSync(join(findPackageRoot(), 'CONTRIBUTING.md'), 'utf8');
const section = page.split('## Who may import whom')[1]?.split('\n## ')[0] ?? '';

const names = (cell: readonly string[]): string =>
  cell.length === 0 ? '–' : cell.map((name) => `\`${name}\``).join(', ');

describe('who may import whom', () => {
  it('is the same in CONTRIBUTING.md and in lint', () => {
    const rows = Object.entries(lintTables().layers).map(
      ([folder, { may, lazy = [], types = [], own, some = [] }]) =>
        `| ${[[folder], may, lazy, types, [...own, ...some]].map(names).join(' | ')} |`,
    );
    expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
  });
});
