import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { UsageError } from '../../core/errors/errors';
import type { DatasetProblem } from '../../core/tasks/problem';
import { hiddenSnippets } from '../../core/tasks/function';
import { evalPlusProblem } from '../evalplus';
import { fetchDataset } from '../fetch';
import { humanEvalProblem } from '../humaneval';
import { mbppProblem } from '../mbpp';
import { readJsonl } from '../read-jsonl';
import { parseRow } from '../row-error';
import type { JsonRow } from '../row-error';
import { text } from '../row-fields';
import type { ReferenceProblem } from './reference';

export const referenceSets = ['humaneval', 'mbpp', 'humanevalplus', 'mbppplus'] as const;
export type ReferenceSet = (typeof referenceSets)[number];

/** Where a set is, below a folder of data: under the publisher's name, in a folder of its family or not. */
const files: Readonly<Record<ReferenceSet, readonly string[]>> = {
  humaneval: ['humaneval/HumanEval.jsonl.gz', 'HumanEval.jsonl.gz', 'HumanEval.jsonl'],
  mbpp: ['mbpp/mbpp.jsonl', 'mbpp.jsonl', 'mbpp.jsonl.gz'],
  humanevalplus: [
    'humaneval/HumanEvalPlus.jsonl.gz',
    'HumanEvalPlus.jsonl.gz',
    'HumanEvalPlus.jsonl',
  ],
  mbppplus: ['mbpp/MbppPlus.jsonl.gz', 'MbppPlus.jsonl.gz', 'MbppPlus.jsonl'],
};

const HumanEvalSolution = z.object({ canonical_solution: text });
const MbppSolution = z.object({ code: text });

export interface ReferenceOptions {
  readonly set: ReferenceSet;
  /** Folder with the published files; absent: the two original sets come from the cache or their publisher. */
  readonly folder?: string | undefined;
  readonly cacheDir: string;
}

/** @throws UsageError, NotReadyError */
async function fileOf({ set, folder, cacheDir }: ReferenceOptions): Promise<string> {
  if (folder !== undefined) {
    const found = files[set].map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found !== undefined) return found;
    throw new UsageError(
      `${folder} holds no data set ${set}`,
      `Put one of these there: ${files[set].join(', ')}`,
      { code: 'REFERENCES_MISSING' },
    );
  }
  if (set === 'humaneval' || set === 'mbpp') return (await fetchDataset(set, { cacheDir })).path;
  throw new UsageError(
    `--set ${set} needs --data`,
    `Give the folder that holds ${files[set].join(' or ')}`,
    { code: 'REFERENCES_MISSING' },
  );
}

function humanEvalReference(row: JsonRow, file: string): ReferenceProblem {
  const { canonical_solution: solution } = parseRow(HumanEvalSolution, row, file);
  return referenceOf(humanEvalProblem(row, { file, dataset: 'humaneval' }), solution);
}

function mbppReference(row: JsonRow, file: string): ReferenceProblem {
  const { code } = parseRow(MbppSolution, row, file);
  return referenceOf(mbppProblem(row, { file, dataset: 'mbpp' }), code);
}

function referenceOf({ problem, hidden }: DatasetProblem, solution: string): ReferenceProblem {
  if (problem.kind !== 'function' || hidden.kind !== 'function') {
    throw new TypeError(`the reference of ${problem.id} is no function`);
  }
  const { id, entryPoint, preamble } = problem;
  return {
    id,
    entryPoint,
    preamble,
    solution,
    check: { kind: 'test', test: hiddenSnippets(hidden).join('\n') },
  };
}

function plusReference(row: JsonRow, file: string): ReferenceProblem {
  const read = evalPlusProblem(row, { file, dataset: 'plus' });
  const { reference = '' } = read.hidden.kind === 'function' ? read.hidden : {};
  const task = referenceOf(read, reference);
  return { ...task, check: { kind: 'cases', test: task.check.test } };
}

/** @throws UsageError naming folder, file, line and field; NotReadyError when a download fails */
export async function loadReferences(
  options: ReferenceOptions,
): Promise<readonly ReferenceProblem[]> {
  const file = await fileOf(options);
  const { set } = options;
  if (set === 'humaneval') {
    return (await readJsonl(file)).map((row) => humanEvalReference(row, file));
  }
  if (set === 'mbpp') return (await readJsonl(file)).map((row) => mbppReference(row, file));
  return (await readJsonl(file)).map((row) => plusReference(row, file));
}
