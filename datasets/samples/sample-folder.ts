import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { atOnce } from '../../core/values/at-once';
import { UsageError } from '../../core/errors/errors';
import { systemCode } from '../../core/errors/system-code';
import { reasonOf } from '../reason-of';
import type { WrittenSample } from './written-sample';

/** Files read at a time. */
const width = 16;

const byNumber = new Intl.Collator('en', { numeric: true });

/**
 * A folder as EvalPlus writes it: `HumanEval_0/0.py`. The first `_` of a folder's name stands for `/`. Other files are passed
 * over. @throws UsageError for a folder without programs, or unreadable, or not UTF-8
 */
export async function samplesInFolder(folder: string): Promise<readonly WrittenSample[]> {
  const files = await programsIn(folder);
  if (files.length === 0)
    throw new UsageError(
      `${folder} holds no samples`,
      'Give a folder with a folder of .py files for each problem: HumanEval_0/0.py',
      { code: 'BAD_DATASET_FILE' },
    );
  return atOnce(files, width, async ({ problem, file }) => ({
    names: [problem, problem.replace('_', '/')] as const,
    form: 'solution' as const,
    text: await programOf(file),
    row: null,
  }));
}

interface ProgramFile {
  readonly problem: string;
  readonly file: string;
}

async function programsIn(folder: string): Promise<readonly ProgramFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const problems = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort(byNumber.compare);
  const programs = await atOnce(problems, width, async (problem) => {
    const names = await readdir(join(folder, problem));
    return names
      .filter((name) => name.endsWith('.py'))
      .sort(byNumber.compare)
      .map((name) => ({ problem, file: join(folder, problem, name) }));
  });
  return programs.flat();
}

/** @throws UsageError */
async function programOf(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file));
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read as UTF-8 (${systemCode(error) ?? reasonOf(error)})`,
      'Make it a readable text, or take it out of the folder',
      { code: 'BAD_DATASET_FILE', cause: error },
    );
  }
}
