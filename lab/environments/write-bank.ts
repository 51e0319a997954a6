import { access, appendFile, constants, rename, rm, stat, writeFile } from 'node:fs/promises';

import { UsageError } from '../../core/errors/errors';
import type { InstanceBank } from './instance-bank';

export interface BankTally {
  readonly problems: number;
  readonly right: number;
  readonly wrong: number;
  /** Programs left out because they were stopped and a second run gave another result. */
  readonly doubtful: number;
}

/** Path of a bank until it is complete. */
const unfinishedOf = (file: string): string => `${file}.unfinished`;

/** Checks the path before there is anything to write. @throws UsageError (`FILE_UNWRITABLE`) */
export async function checkBankFile(file: string): Promise<void> {
  try {
    const found = await stat(file).catch(() => null);
    if (found?.isFile() === false) throw new Error('it is something else than a file');
    if (found !== null) await access(file, constants.W_OK);
    await writeFile(unfinishedOf(file), '');
    await rm(unfinishedOf(file));
  } catch (error) {
    throw new UsageError(
      `${file} cannot be written: ${String(error)}`,
      'Name a file in a folder that is there and may be written to',
      { code: 'FILE_UNWRITABLE' },
    );
  }
}

/** Writes banks into one file. The complete file replaces an earlier one. An interruption leaves a file beside it. */
export async function writeBank(
  file: string,
  banks: AsyncIterable<InstanceBank>,
  told: (tally: BankTally) => void,
): Promise<BankTally> {
  let tally: BankTally = { problems: 0, right: 0, wrong: 0, doubtful: 0 };
  await writeFile(unfinishedOf(file), '');
  for await (const { entries, doubtful } of banks) {
    const right = entries.filter(({ passed }) => passed).length;
    tally = {
      problems: tally.problems + Number(right > 0),
      right: tally.right + right,
      wrong: tally.wrong + entries.length - right,
      doubtful: tally.doubtful + doubtful,
    };
    const lines = entries.map(({ line }) => `${JSON.stringify(line)}\n`);
    await appendFile(unfinishedOf(file), lines.join(''));
    told(tally);
  }
  await rename(unfinishedOf(file), file);
  return tally;
}
