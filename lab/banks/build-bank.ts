import { rename, stat, writeFile } from 'node:fs/promises';

import { UsageError } from '../../core/errors/errors';
import type { Store } from '../../core/ports/records';
import { taskBankLines } from './lines-of-tasks';
import type { DatasetProblem } from '../../core/tasks/problem';
import type { BuiltLine } from '../../core/simulation/built-line';
import { checkBankFile } from '../environments/write-bank';
import { linesOfRun } from './lines-of-run';
import { bankText } from './task-bank';

/** Sources of a bank, in this order. */
export interface BankSources {
  /** Ids of finished search runs. */
  readonly runs: readonly string[];
  /** Files with results of Reflexion, and of LLMDebugger. */
  readonly reflexion: readonly string[];
  readonly llmdebugger: readonly string[];
  /** The model that wrote the programs of those files, which do not name it. */
  readonly sourceModel: string | null;
  /** Rows of tasks that say what solves them: it, and wrong patches made of it. Default: none. */
  readonly tasks?: readonly DatasetProblem[];
}

export interface BuiltBank {
  readonly lines: number;
  readonly repairs: number;
  readonly problems: number;
}

/**
 * Writes a file of programs with their parents. With `force` the complete file replaces an earlier one.
 * @throws UsageError for a source that cannot be read, a file that cannot be written, or a file that exists (`BANK_EXISTS`)
 */
export async function buildBank(
  store: Store,
  file: string,
  { force = false, ...sources }: BankSources & { readonly force?: boolean },
): Promise<BuiltBank> {
  const { runs, sourceModel: model } = sources;
  const { publishedForms, publishedLines } = await import('../../llm/simulated/index.js');
  const files = publishedForms.flatMap((form) => sources[form].map((path) => ({ form, path })));
  if (runs.length + files.length === 0 && sources.tasks === undefined) {
    throw new UsageError(
      'nothing is named to build a bank from',
      'Give --run ID, --reflexion FILE, --llmdebugger FILE or --tasks DATASET, each as often as you like',
      { code: 'BANK_EMPTY' },
    );
  }
  if (files.length > 0 && model === null) {
    throw new UsageError(
      `${files[0]?.path ?? ''} does not say which model wrote its programs`,
      'Give --source-model NAME',
      { code: 'BANK_SOURCE_MODEL_MISSING' },
    );
  }
  // The calls behind a bank may have taken days.
  if (!force && (await isThere(file))) throw bankExists(file);
  await checkBankFile(file);
  const lines: BuiltLine[] = [];
  for (const run of new Set(runs)) lines.push(...(await linesOfRun(store, run)));
  for (const { form, path } of files) {
    lines.push(...(await publishedLines(path, { form, model: model ?? '' })));
  }
  lines.push(...taskBankLines(sources.tasks ?? []));
  if (lines.length === 0) {
    throw new UsageError('nothing that was named holds a program', 'Name other sources', {
      code: 'BANK_EMPTY',
    });
  }
  await writeFile(`${file}.unfinished`, bankText(lines));
  await rename(`${file}.unfinished`, file);
  return {
    lines: lines.length,
    repairs: lines.filter(({ parent }) => parent !== null).length,
    problems: new Set(lines.map(({ task_id: problem }) => problem)).size,
  };
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null))?.isFile() === true;
}

function bankExists(file: string): UsageError {
  return new UsageError(
    `${file} is there already`,
    'Name another file, or add --force to replace it',
    { code: 'BANK_EXISTS' },
  );
}
