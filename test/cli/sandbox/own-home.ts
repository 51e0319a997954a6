import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface OwnHome {
  /** A temporary folder, there from before the tests until after them. */
  readonly folder: () => string;
  /** The state folder of the commands, inside of it. */
  readonly home: () => string;
  /** Writes a file into the folder; its path. */
  readonly file: (name: string, text: string) => string;
}

/** Gives the tests of a `describe` (all together, or each) a state folder of their own; the environment is put back. */
export function useOwnHome(scope: 'all' | 'each' = 'all'): OwnHome {
  const [before, after] = scope === 'all' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  const environment = { ...process.env };
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-sandbox-'));
    mkdirSync(join(folder, 'home'));
    process.env['ESPALIER_HOME'] = join(folder, 'home');
  });
  after(() => {
    process.env = environment;
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder: () => folder,
    home: () => join(folder, 'home'),
    file: (name, text) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    },
  };
}
