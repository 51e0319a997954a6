import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import type { StateFolder } from '../../config/state-folder';
import { NotReadyError } from '../../core/errors/errors';
import type { ModelChoice } from '../planning/model-choice';

/** The model server answers from our own copies, so the originals may disappear. */
export async function keepModelFiles(
  folder: StateFolder,
  { config, bankFiles, scriptFile }: ModelChoice,
): Promise<void> {
  if (bankFiles !== null && config.bank !== undefined) {
    await keepBank(folder, config.bank.sha256, bankFiles);
  }
  if (scriptFile !== null && config.scriptSha256 !== undefined) {
    await keepBank(folder, config.scriptSha256, [scriptFile]);
  }
}

/** Stores bank files under their hash, so that its model server restarts without the originals. Safe to repeat. */
export async function keepBank(
  folder: StateFolder,
  sha256: string,
  files: readonly string[],
): Promise<void> {
  const kept = join(folder.banks, sha256);
  if ((await listing(kept)) !== null) return;
  await mkdir(folder.banks, { recursive: true, mode: 0o700 });
  // The name is unique, because two runs of one process may begin with one bank at the same moment.
  const half = await mkdtemp(`${kept}.`);
  try {
    for (const [index, file] of files.entries()) {
      await copyFile(file, join(half, `${String(index)}-${basename(file)}`));
    }
    await rename(half, kept);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    // Another process was faster. The same hash means the same content.
    if ((await listing(kept)) === null) throw error;
  }
}

/** The files of a stored bank, in order. @throws NotReadyError when the bank is gone */
export async function keptBank(folder: StateFolder, sha256: string): Promise<readonly string[]> {
  const kept = join(folder.banks, sha256);
  const names = await listing(kept);
  if (names !== null) {
    const inOrder = names.sort((one, other) => parseInt(one, 10) - parseInt(other, 10));
    return inOrder.map((name) => join(kept, name));
  }
  throw new NotReadyError(
    `the bank of this run (sha256 ${sha256.slice(0, 12)}…) is no longer in ${folder.banks}`,
    'Start the run again with `espalier run start` and the same bank files: its answers are kept',
    { code: 'BANK_MISSING' },
  );
}

async function listing(path: string): Promise<string[] | null> {
  try {
    return await readdir(path);
  } catch {
    return null;
  }
}
