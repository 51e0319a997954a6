import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { StateFolder } from '../../config/state-folder';
import { asJson, canonicalJson } from '../../core/canonical-json';
import { GradedProblem, GradingTerms } from '../../core/schemas/graded-bank';

/** Where the table of these terms is kept: other terms, another file. */
export function gradedBankFile(folder: StateFolder, terms: GradingTerms): string {
  const name = createHash('sha256')
    .update(canonicalJson(asJson(terms)))
    .digest('hex');
  return join(folder.gradedBanks, `${name}.jsonl`);
}

/** One line with the terms, then one for each problem, in the order of the terms; there whole, or not at all. */
export async function writeGradedBank(
  file: string,
  terms: GradingTerms,
  problems: readonly GradedProblem[],
): Promise<void> {
  const lines = [terms, ...problems].map((row) => `${JSON.stringify(row)}\n`);
  const unfinished = `${file}.${String(process.pid)}`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(unfinished, lines.join(''), { mode: 0o600 });
  await rename(unfinished, file);
}

/** null: there is none, or one that cannot be read, which is made anew from what the store has. */
export async function readGradedBank(file: string): Promise<readonly GradedProblem[] | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return null;
  }
  try {
    const [terms, ...rows] = text.split('\n').filter((line) => line !== '');
    const { problems } = GradingTerms.parse(JSON.parse(terms ?? ''));
    const read = rows.map((row) => GradedProblem.parse(JSON.parse(row)));
    return read.length === problems.length ? read : null;
  } catch {
    return null;
  }
}
