import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { findPackageRoot } from '../../config/package-root';

const root = findPackageRoot();
const left = new Set(['node_modules', 'dist', '.git', '.ci', 'docs', 'test', 'coverage']);
const rooms = readdirSync(root).filter(
  (name) => !left.has(name) && statSync(join(root, name)).isDirectory(),
);
const path = new RegExp(
  `(?<![\\w./])(?:test|${rooms.join('|')})/[\\w./-]+\\.(?:ts|py|cjs|md)\\b`,
  'g',
);

describe('our code', () => {
  it.each(rooms)('names in %s only files that are there', (room) => {
    const missing = readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|py)$/.test(name) && !/^tests\/|node_modules/.test(name))
      .flatMap((name) =>
        (readFileSync(join(root, room, name), 'utf8').match(path) ?? [])
          .filter((named) => !existsSync(join(root, named)))
          .map((named) => `${room}/${name}: ${named}`),
      );
    expect(missing).toEqual([]);
  });
});
