import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { eventually } from '../../laboratory/home/eventually';

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
    const outcome = await eventually(`${name}, made by another test file`, () => read<T>(path), {
      withinMs,
      everyMs: 50,
    });
    return valueOf(name, outcome);
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

function valueOf<T>(name: string, outcome: Outcome<T>): T {
  if ('error' in outcome) throw new Error(`${name}: ${outcome.error}`);
  return outcome.value;
}
