import { promises as fs } from 'node:fs';
import * as path from 'node:path';

import { askInterpreter } from './ask-interpreter';
import type { InterpreterFacts } from './ask-interpreter';

export interface InterpreterPlaces {
  /** Folders of programs, with colons between them. */
  readonly path: string;
  readonly home: string;
  /** Programs, or folders that hold `bin/pythonX.Y`, with colons between them. They stand first. */
  readonly more?: string | undefined;
}

const programName = /^python(\d+\.\d+)$/;

async function namesIn(folder: string): Promise<string[]> {
  return fs.readdir(folder).catch(() => []);
}

/** `bin` of each version in a folder of versions. */
async function versionsIn(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder)).sort().map((name) => path.join(folder, name, 'bin'));
}

/** Programs called `pythonX.Y`, with X.Y; those of the setting, of pyenv, of uv, and of PATH. */
async function programs({ path: folders, home, more = '' }: InterpreterPlaces): Promise<
  readonly {
    readonly version: string;
    readonly program: string;
  }[]
> {
  const split = (text: string): readonly string[] => text.split(':').filter(Boolean);
  const all = [
    ...split(more).flatMap((one) => [path.dirname(one), one, path.join(one, 'bin')]),
    ...(await versionsIn(path.join(home, '.pyenv/versions'))),
    ...(await versionsIn(path.join(home, '.local/share/uv/python'))),
    ...split(folders),
  ];
  const found = new Map<string, { version: string; program: string }>();
  for (const folder of new Set(all)) {
    for (const name of await namesIn(folder)) {
      const version = programName.exec(name)?.[1];
      if (version === undefined) continue;
      const program = path.join(folder, name);
      const place = await fs.realpath(program).catch(() => program);
      if (!found.has(place)) found.set(place, { version, program });
    }
  }
  return [...found.values()];
}

/**
 * The newest interpreter of this machine of a version, `3.9` or `3.9.18`. null: there is none. Of several of the same release
 * the first counts.
 */
export async function findInterpreter(
  places: InterpreterPlaces,
  version: string,
): Promise<InterpreterFacts | null> {
  const minor = version.split('.').slice(0, 2).join('.');
  let best: InterpreterFacts | null = null;
  for (const one of await programs(places)) {
    if (one.version !== minor) continue;
    const facts = await askInterpreter(one.program);
    if (facts === null || !isOf(facts.version, version)) continue;
    if (best === null || micro(facts) > micro(best)) best = facts;
  }
  return best;
}

/** X.Y of all programs by name, for a message. */
export async function interpreterVersions(places: InterpreterPlaces): Promise<readonly string[]> {
  const found = new Set((await programs(places)).map(({ version }) => version));
  return [...found].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Whether `3.9.18` is of `3.9`. */
export function isOf(version: string, wanted: string): boolean {
  return `${version}.`.startsWith(`${wanted}.`);
}

function micro({ version }: InterpreterFacts): number {
  return Number(version.split('.')[2] ?? 0);
}
