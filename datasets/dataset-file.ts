import { basename } from 'node:path';

import { asJson, canonicalJson } from '../core/canonical-json';
import type { DatasetProblem } from '../core/schemas/problem';
import { appsProblem } from './apps';
import type { DatasetFile } from './dataset-rows';
import { evalPlusProblem } from './evalplus';
import { humanEvalProblem } from './humaneval';
import { isInstance, notInstances, readInstances } from './instances';
import type { InstanceReading } from './instances';
import { mbppProblem } from './mbpp';
import { readJsonl } from './read-jsonl';
import { checkUniqueIds, rowError } from './row-error';
import type { JsonRow } from './row-error';

/** What only rows of some forms need. */
export interface ReadOptions {
  /** Of instances: how much of the repository is shown. */
  readonly instances?: InstanceReading | undefined;
}

interface Format {
  readonly name: string;
  /** Field that holds the id. */
  readonly id: string;
  /** The other fields that tell it from the rest. */
  readonly fields: readonly string[];
  readonly toProblem: typeof humanEvalProblem;
  /** A row that repeats another one to the letter is passed over; others are refused. */
  readonly repeats?: true;
}

const formats: readonly Format[] = [
  {
    name: 'HumanEval',
    id: 'task_id',
    fields: ['prompt', 'entry_point', 'test'],
    toProblem: humanEvalProblem,
  },
  {
    name: 'EvalPlus',
    id: 'task_id',
    fields: ['prompt', 'entry_point', 'base_input', 'plus_input'],
    toProblem: evalPlusProblem,
  },
  { name: 'MBPP', id: 'task_id', fields: ['text', 'code', 'test_list'], toProblem: mbppProblem },
  {
    name: 'APPS',
    id: 'name',
    fields: ['description', 'public_tests', 'private_tests'],
    toProblem: appsProblem,
    repeats: true,
  },
  {
    name: 'APPS as MapCoder has it',
    id: 'name',
    fields: ['description', 'sample_io', 'test_list'],
    toProblem: appsProblem,
    repeats: true,
  },
];

/** The forms of rows that can be read, as a sentence names them. */
export const formNames = [...formats.map(({ name }) => name), 'espalier env export'].join(
  ', or of ',
);

/**
 * All problems of a file, in its order. The first row's fields tell the format; the ids tell the name, else it is
 * the file's base name.
 * @throws UsageError naming file, line and field.
 */
export async function readDatasetFile(
  file: string,
  knownName?: string,
  { instances }: ReadOptions = {},
): Promise<DatasetFile> {
  const rows = await readJsonl(file);
  if (isInstance(rows[0])) return readInstances(rows, file, instances);
  if (instances?.said === true) throw notInstances(file);
  const format = formatOf(rows[0] ?? { line: 1, value: {} }, file);
  const name = knownName ?? nameOf(rows, format, file);
  const all = rows.map((row): ReadRow => {
    const read = format.toProblem(row, { file, dataset: name });
    return { ...read, id: read.problem.id, line: row.line, unit: row.unit };
  });
  const own = format.repeats === true ? withoutRepeats(all) : all;
  checkUniqueIds(own, file, format.id);
  const problems = own.map(({ problem, hidden }) => ({ problem, hidden }));
  return { name, rows: problems, repeated: all.length - own.length };
}

interface ReadRow extends DatasetProblem, Pick<JsonRow, 'line' | 'unit'> {
  readonly id: string;
}

/** The first of rows that say the same; rows of one id that say different things stay, to be refused. */
function withoutRepeats(rows: readonly ReadRow[]): readonly ReadRow[] {
  const first = new Map<string, ReadRow>();
  for (const row of rows) {
    const text = canonicalJson(asJson([row.problem, row.hidden]));
    if (!first.has(text)) first.set(text, row);
  }
  return [...first.values()];
}

/** The format whose telling fields the row has most of: so a row that lacks one field is told which. */
function formatOf(row: JsonRow, file: string): Format {
  const scored = formats
    .map((format) => ({
      format,
      present: format.fields.filter((field) => field in row.value).length,
    }))
    .sort((left, right) => right.present - left.present);
  const best = scored[0];
  if (best !== undefined && best.present >= 2) return best.format;
  const wanted = formats
    .map(({ name, id, fields }) => `${name} (${[id, ...fields].join(', ')})`)
    .join(' or ');
  const found = Object.keys(row.value).slice(0, 20).join(', ').slice(0, 300);
  throw rowError(
    { file, line: row.line, unit: row.unit },
    `has the fields ${found || '(none)'}: not a format that can be read`,
    `Give rows in the form of ${wanted}`,
  );
}

function nameOf(rows: readonly JsonRow[], format: Format, file: string): string {
  const ids = rows.map((row) => String(row.value['task_id']));
  if (format.name === 'MBPP') return 'mbpp';
  const plus = format.name === 'EvalPlus' ? 'plus' : '';
  if (ids.every((id) => id.startsWith('HumanEval/'))) return `humaneval${plus}`;
  if (plus !== '' && ids.every((id) => id.startsWith('Mbpp/'))) return 'mbppplus';
  if (ids.every((id) => id.startsWith('MBPP/'))) return 'mbpp';
  return basename(file).replace(/(\.jsonl|\.json)?(\.gz)?$/, '') || 'dataset';
}
