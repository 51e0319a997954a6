import { basename } from 'node:path';

import type { DatasetProblem } from '../core/schemas/problem';
import { humanEvalProblem } from './humaneval';
import { mbppProblem } from './mbpp';
import { readJsonl } from './read-jsonl';
import { checkUniqueIds, rowError } from './row-error';
import type { JsonRow } from './row-error';

interface Format {
  readonly name: string;
  readonly fields: readonly string[];
  readonly toProblem: typeof humanEvalProblem;
}

const formats: readonly Format[] = [
  {
    name: 'HumanEval',
    fields: ['task_id', 'prompt', 'entry_point', 'test'],
    toProblem: humanEvalProblem,
  },
  { name: 'MBPP', fields: ['task_id', 'text', 'code', 'test_list'], toProblem: mbppProblem },
];

export interface DatasetFile {
  readonly name: string;
  readonly rows: readonly DatasetProblem[];
}

/**
 * All problems of a file, in its order. The first row's fields tell the format; the ids tell the name, else it is
 * the file's base name.
 * @throws UsageError naming file, line and field.
 */
export async function readDatasetFile(file: string, knownName?: string): Promise<DatasetFile> {
  const rows = await readJsonl(file);
  const format = formatOf(rows[0] ?? { line: 1, value: {} }, file);
  const name = knownName ?? nameOf(rows, format, file);
  const problems = rows.map((row) => format.toProblem(row, { file, dataset: name }));
  checkUniqueIds(
    problems.map(({ problem }, index) => ({ id: problem.id, line: rows[index]?.line ?? 0 })),
    file,
  );
  return { name, rows: problems };
}

/** The format whose telling fields the row has most of: so a row that lacks one field is told which. */
function formatOf(row: JsonRow, file: string): Format {
  const scored = formats
    .map((format) => ({
      format,
      present: format.fields.slice(1).filter((field) => field in row.value).length,
    }))
    .sort((left, right) => right.present - left.present);
  const best = scored[0];
  if (best !== undefined && best.present >= 2) return best.format;
  const wanted = formats.map(({ name, fields }) => `${name} (${fields.join(', ')})`).join(' or ');
  const found = Object.keys(row.value).slice(0, 20).join(', ').slice(0, 300);
  throw rowError(
    { file, line: row.line },
    `has the fields ${found || '(none)'}: not a format that can be read`,
    `Give rows in the form of ${wanted}`,
  );
}

function nameOf(rows: readonly JsonRow[], format: Format, file: string): string {
  const ids = rows.map((row) => String(row.value['task_id']));
  if (format.name === 'MBPP') return 'mbpp';
  if (ids.every((id) => id.startsWith('HumanEval/'))) return 'humaneval';
  if (ids.every((id) => id.startsWith('MBPP/'))) return 'mbpp';
  return basename(file).replace(/(\.jsonl|\.json)?(\.gz)?$/, '') || 'dataset';
}
