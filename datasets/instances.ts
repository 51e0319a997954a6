import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { UsageError } from '../core/errors/errors';
import { rowOf } from '../core/tasks/harness/instance-problem';
import type { RetrievalMode } from '../core/names/retrieval-modes';
import { GradedHarness } from '../core/schemas/environment-harness';
import { Instance } from '../core/schemas/environment-instance';
import type { DatasetFile } from './dataset-rows';
import { checkUniqueIds, parseRow, rowError } from './row-error';
import type { JsonRow } from './row-error';
import { sha256Of } from './sha256-of';

export interface InstanceReading {
  readonly retrieval: RetrievalMode;
  /** Somebody asked for it, so that other data sets are refused. */
  readonly said: boolean;
  readonly countTokens: (text: string) => number;
}

/** The form of rows that a run's environments become. */
export const instancesForm = 'espalier env export';

const telling = ['format', 'definition', 'harness', 'contexts', 'graded'];

/** Whether a row is of a file that `espalier env export` wrote. */
export function isInstance(row: JsonRow | undefined): boolean {
  return row !== undefined && telling.every((field) => field in row.value);
}

/** What its data set is called: the mode changes what models are asked. */
export function instancesName(name: string, retrieval: RetrievalMode): string {
  return `${name}+${retrieval}`;
}

/** With what grades each from the folder `graded` beside their file. @throws UsageError naming file, line and field */
export async function readInstances(
  rows: readonly JsonRow[],
  file: string,
  reading: InstanceReading | undefined,
): Promise<DatasetFile> {
  if (reading === undefined) throw new RangeError('nobody says how instances are read');
  const name = instancesName(folderName(file), reading.retrieval);
  const read = await Promise.all(
    rows.map(async (row) => {
      const instance = parseRow(Instance, row, file);
      const graded = await gradedOf(instance, { file, ...row });
      const { line, unit } = row;
      return {
        line,
        unit,
        id: instance.id,
        ...rowOf(instance, graded, { ...reading, dataset: name }),
      };
    }),
  );
  checkUniqueIds(read, file, 'id');
  const problems = read.map(({ problem, hidden }) => ({ problem, hidden }));
  return { name, form: instancesForm, rows: problems, repeated: 0, leftOut: [] };
}

export function notInstances(name: string): UsageError {
  return new UsageError(
    `--retrieval means nothing for ${name}: it holds no instances of a repository`,
    'Leave it out, or give a file of espalier env export, or env:RUN',
    { code: 'OPTION_OF_OTHER_KIND' },
  );
}

/** A folder of an export is called by its own name. */
function folderName(file: string): string {
  const own = basename(file).replace(/(\.jsonl)?(\.gz)?$/, '');
  return own === 'instances' ? basename(dirname(file)) : own;
}

async function gradedOf(
  { graded }: Instance,
  place: Pick<JsonRow, 'line' | 'unit'> & { readonly file: string },
): Promise<GradedHarness> {
  const path = join(dirname(place.file), 'graded', `${graded}.json`);
  const where = { ...place, field: 'graded' };
  const remedy = 'Export the instances again, and keep the folder as it is';
  let text: Buffer;
  try {
    text = await readFile(path);
  } catch {
    throw rowError(where, `there is no ${path}`, remedy);
  }
  if (sha256Of(text) !== graded) {
    throw rowError(where, `${path} has another content`, remedy);
  }
  return GradedHarness.parse(JSON.parse(text.toString('utf8')));
}
