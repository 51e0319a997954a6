import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { EspalierHome } from '../../laboratory/home/espalier-home';

const shownLines = 15;

/**
 * Does something with a home; when that fails, the last lines of its logs come with the error, since the folder goes
 * with the home.
 */
export async function withLogTails<T>(home: EspalierHome, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new Error(`${words}\n${logTails(home)}`, { cause: error });
  }
}

function logTails({ folder }: EspalierHome): string {
  if (!existsSync(folder.logs)) return 'no logs';
  return readdirSync(folder.logs)
    .filter((name) => name.endsWith('.log'))
    .map((name) => {
      const lines = readFileSync(join(folder.logs, name), 'utf8').trimEnd().split('\n');
      const last = lines.slice(-shownLines).map((line) => line.slice(0, 300));
      return [`--- the end of ${name}`, ...last].join('\n');
    })
    .join('\n');
}
