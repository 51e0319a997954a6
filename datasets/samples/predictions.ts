import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { z } from 'zod';

import { UsageError } from '../../core/errors/errors';
import { isRecord } from '../../core/values/is-record';
import { readUnpacked } from '../read-jsonl';
import { parseRow, rowError } from '../row-error';
import type { JsonRow } from '../row-error';
import type { WrittenSample } from './written-sample';

/** A patch that a tool wrote for a task of SWE-bench. null or empty: it wrote none. */
const Prediction = z.object({
  instance_id: z.string('expected the id of a task').min(1),
  model_name_or_path: z.string().nullish(),
  model: z.string().nullish(),
  model_patch: z.string('expected a patch, or null').nullish(),
  patch: z.string('expected a patch, or null').nullish(),
});

/** Name of who wrote a patch, where a prediction does not say. */
const nobody = 'unknown';

/** A row that names a task of SWE-bench is a prediction. */
export function isPrediction(value: unknown): value is JsonRow['value'] {
  return isRecord(value) && 'instance_id' in value;
}

/** @throws UsageError naming file, line and field */
export function sampleOfPrediction(row: JsonRow, file: string): WrittenSample {
  if (!('model_patch' in row.value) && !('patch' in row.value)) {
    throw rowError(
      { file, line: row.line, unit: row.unit, field: 'model_patch' },
      'is missing',
      'Give each prediction instance_id, model_name_or_path and model_patch; null where there is no patch',
    );
  }
  const read = parseRow(Prediction, row, file);
  const { instance_id: id, model_name_or_path: name, model } = read;
  const patch = read.model_patch ?? read.patch ?? '';
  return {
    names: [id],
    form: 'solution',
    text: patch,
    row: predictionText(id, name ?? model ?? nobody, patch),
  };
}

/** A prediction as the SWE-bench harness reads it, on one line. */
export function predictionText(id: string, model: string, patch: string): string {
  return JSON.stringify({ instance_id: id, model_name_or_path: model, model_patch: patch });
}

/** `preds.json`: an object by id, or a list. null: it is something else. @throws UsageError naming file and row */
export function samplesOfPredictions(
  document: string,
  file: string,
): readonly WrittenSample[] | null {
  let value: unknown;
  try {
    value = JSON.parse(document);
  } catch {
    return null;
  }
  if (Array.isArray(value)) {
    if (!value.some(isPrediction)) return null;
    return value.map((row: unknown, index) => fromRow(row, index, file));
  }
  if (!isRecord(value) || isPrediction(value)) return null;
  const entries = Object.entries(value);
  const isById =
    entries.length > 0 && entries.every(([, row]) => isRecord(row) && 'model_patch' in row);
  if (!isById) return null;
  return entries.map(([id, row], index) => {
    const named = isRecord(row) ? { instance_id: id, ...row } : row;
    if (isRecord(named) && named['instance_id'] !== id) {
      throw rowError(
        { file, line: index + 1, unit: 'row', field: 'instance_id' },
        `is ${JSON.stringify(named['instance_id'])} under the key ${JSON.stringify(id)}`,
        'Give both the id of the task',
      );
    }
    return fromRow(named, index, file);
  });
}

function fromRow(value: unknown, index: number, file: string): WrittenSample {
  const place = { line: index + 1, unit: 'row' } as const;
  if (isPrediction(value)) return sampleOfPrediction({ ...place, value }, file);
  throw rowError(
    { file, ...place },
    'is not a prediction',
    'Give each row instance_id, model_name_or_path and model_patch',
  );
}

/** Files of all predictions in the folder of a run of SWE-agent or mini-swe-agent. */
const collected = ['preds.json', 'all_preds.jsonl'] as const;
/** A file of one of them, in a folder of its task: `x__y-1/x__y-1.traj.json`. */
const single = /\.(?:pred|traj|traj\.json)$/;

/** The file that a folder's predictions are all in. null: there is none. */
export function collectedPredictions(names: readonly string[]): string | null {
  return collected.find((name) => names.includes(name)) ?? null;
}

/**
 * Predictions that lie in a folder for each task, as SWE-agent (`.pred`, `.traj`) and mini-swe-agent (`.traj.json`) leave them: the
 * patch of a trajectory is its `info.submission`. Empty: the folder is something else. @throws UsageError naming the file
 */
export async function predictionsInFolders(folder: string): Promise<readonly WrittenSample[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const tasks = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const samples: WrittenSample[] = [];
  for (const id of tasks.sort()) {
    const names = (await readdir(join(folder, id))).filter((name) => single.test(name)).sort();
    const [name] = names;
    if (name === undefined) continue;
    samples.push(await predictionIn(join(folder, id, name), id, basename(folder)));
  }
  return samples;
}

async function predictionIn(file: string, id: string, run: string): Promise<WrittenSample> {
  const text = (await readUnpacked(file)).toString('utf8');
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Refused below.
  }
  if (isPrediction(value) && !file.includes('.traj')) {
    return sampleOfPrediction({ line: 1, value }, file);
  }
  const info = isRecord(value) ? value['info'] : undefined;
  if (!isRecord(info)) {
    throw new UsageError(
      `${file} is neither a prediction nor a trajectory`,
      'Give a folder as SWE-agent or mini-swe-agent writes it, or its preds.json',
      { code: 'BAD_DATASET_FILE' },
    );
  }
  const submission = typeof info['submission'] === 'string' ? info['submission'] : '';
  return {
    names: [id],
    form: 'solution',
    text: submission,
    row: predictionText(id, run, submission),
  };
}
