import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { StateFolder } from '../../config/state-folder';
import { asJson, canonicalJson } from '../../core/values/canonical-json';
import { GradedProblem, GradingTerms } from '../../core/schemas/graded-bank';
import { problemIn, repliesOf } from '../../llm/simulated';
import type { BankView } from '../../llm/simulated';

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

export interface GradedBankTable {
  readonly terms: GradingTerms;
  /** Those of the terms, in their order. */
  readonly problems: readonly GradedProblem[];
}

/** null: there is none, or one that cannot be read or is not whole, which is made anew from what the store has. */
export async function readGradedBank(file: string): Promise<GradedBankTable | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return null;
  }
  try {
    const [first, ...rows] = text.split('\n').filter((line) => line !== '');
    const terms = GradingTerms.parse(JSON.parse(first ?? ''));
    const problems = rows.map((row) => GradedProblem.parse(JSON.parse(row)));
    const whole = isDeepStrictEqual(
      problems.map(({ problem }) => problem),
      terms.problems,
    );
    return whole ? { terms, problems } : null;
  } catch {
    return null;
  }
}

/** Whether a table was made by these terms and has the replies of this bank, so that it is theirs whatever its name says. */
export function isTableOf(
  table: GradedBankTable,
  { terms, view }: { readonly terms: GradingTerms; readonly view: BankView },
): boolean {
  return (
    isDeepStrictEqual(table.terms, terms) &&
    table.problems.every(({ problem, leftOut, replies }) => {
      const own = problemIn(view, problem);
      if (own === undefined) return false;
      const known = new Set([...repliesOf(own).values()].map(({ sha256 }) => sha256));
      const there = new Set(replies.map(({ reply }) => reply));
      return (
        [...there].every((reply) => known.has(reply)) &&
        (leftOut !== null || there.size === known.size)
      );
    })
  );
}
