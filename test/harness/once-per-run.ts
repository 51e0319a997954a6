import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { eventually } from '../../laboratory/home/eventually';
import { isGone } from '../../laboratory/home/machine-processes';

type Outcome<T> = { readonly value: T } | { readonly error: string };

/**
 * Makes a value once for all test files of a run, whichever of them asks first; the others wait for it.
 * The value crosses processes as JSON. A failure is told to everyone who asks.
 */
export async function oncePerRun<T>(
  name: string,
  make: () => Promise<T>,
  withinMs = 600_000,
): Promise<T> {
  const folder = process.env['ESPALIER_TEST_RUN'];
  if (folder === undefined) return make();
  const path = join(folder, createHash('sha256').update(name).digest('hex').slice(0, 16));
  if (!claimed(`${path}.owner`)) {
    const look = (): Outcome<T> | null => read<T>(path) ?? abandoned(path);
    const what = `${name}, made by another test file`;
    return valueOf(name, await eventually(what, look, { withinMs, everyMs: 50 }));
  }
  let outcome: Outcome<T>;
  try {
    outcome = { value: await make() };
  } catch (error) {
    outcome = { error: String(error) };
  }
  writeFileSync(`${path}.new`, JSON.stringify(outcome));
  renameSync(`${path}.new`, path);
  return valueOf(name, outcome);
}

/** True for the first process that asks. */
function claimed(owner: string): boolean {
  try {
    writeFileSync(owner, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function read<T>(path: string): Outcome<T> | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Outcome<T>) : null;
}

/** An error when the owner has ended without leaving a value. */
function abandoned<T>(path: string): Outcome<T> | null {
  const pid = readFileSync(`${path}.owner`, 'utf8');
  // An owner that has just claimed the value has not written its id yet.
  if (pid === '' || !isGone(Number(pid))) return null;
  // It may have left the value before it ended, after the look at the value.
  return read<T>(path) ?? { error: `its maker, process ${pid}, ended without making it` };
}

function valueOf<T>(name: string, outcome: Outcome<T>): T {
  if ('error' in outcome) throw new Error(`${name}: ${outcome.error}`);
  return outcome.value;
}
