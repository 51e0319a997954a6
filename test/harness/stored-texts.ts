import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

import Database from 'better-sqlite3';

import type { EspalierHome } from '../../laboratory/home/espalier-home';

/** Everything that a text search of the store must see: every column of every row, unpacked. */
export function storedTexts(home: EspalierHome): readonly string[] {
  const database = new Database(home.folder.store, { readonly: true });
  try {
    const tables = database
      .prepare<[], { name: string }>("select name from sqlite_master where type = 'table'")
      .all();
    return tables.flatMap(({ name }) => {
      const rows = database.prepare<[], Record<string, unknown>>(`select * from "${name}"`).all();
      return rows.flatMap((row) => Object.values(row).map(readable));
    });
  } finally {
    database.close();
  }
}

function readable(value: unknown): string {
  if (!Buffer.isBuffer(value)) return String(value);
  try {
    return inflateSync(value).toString('utf8');
  } catch {
    return value.toString('utf8');
  }
}

/** Every file of the state folder as it is on the disk, by its path in there. */
export function rawFiles(home: EspalierHome): ReadonlyMap<string, string> {
  const { root } = home.folder;
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(root.length + 1), readFileSync(path, 'latin1')];
    }),
  );
}
