import { basename } from 'node:path';

import { asJson, canonicalJson } from '../core/values/canonical-json';
import { UsageError } from '../core/errors/errors';
import type { DatasetFile, ReadProblem, RefusedRow } from './dataset-rows';
import { formatOf } from './formats';
import type { Format } from './formats';
import { isInstance, notInstances, readInstances } from './instances';
import type { InstanceReading } from './instances';
import { readJsonl } from './read-jsonl';
import { checkUniqueIds } from './row-error';
import type { JsonRow } from './row-error';
import { readTaskSpecs } from './tasks/read-task-specs';

/** The rows of a data set do not have the tests of `--visible-tests paper`. */
export class PaperTestsMissingError extends UsageError {
  constructor(form: string) {
    super(
      `--visible-tests paper: these rows in ${form} form do not have the tests that CodeTree's authors showed`,
      'Give the file with them by its path, rows of task_id and given_tests; or say --visible-tests docstring',
      { code: 'BAD_FLAG' },
    );
  }
}

export interface ReadOptions {
  /** Of instances: how much of the repository is shown. */
  readonly instances?: InstanceReading | undefined;
  /** Of MBPP: all tests of a row are shown. */
  readonly paper?: boolean | undefined;
  /** File of what is known of the environments of tasks. */
  readonly taskSpecs?: string | undefined;
  /** Whose images SWE-bench's rows have if they name none; `none`: no task has an image. */
  readonly taskImages?: string | undefined;
}

/**
 * All problems, in order. The first row's fields tell the format; the ids tell the name, else the file's base name.
 * @throws UsageError naming file, line and field.
 */
export async function readDatasetFile(
  file: string,
  knownName?: string,
  { instances, paper = false, taskSpecs, taskImages }: ReadOptions = {},
): Promise<DatasetFile> {
  const unread: UsageError[] = [];
  const rows = await readJsonl(file, (error) => unread.push(error));
  const [fault] = unread;
  if (fault !== undefined && rows.length === 0) throw fault;
  if (isInstance(rows[0])) return readInstances(rows, file, instances);
  if (instances?.said === true) throw notInstances(file);
  const format = formatOf(rows, file);
  if (fault !== undefined && format.sparesOthers !== true) throw fault;
  if (paper) requirePaperTests(rows, format);
  const name = knownName ?? nameOf(rows, format, file);
  const specs = taskSpecs === undefined ? undefined : await readTaskSpecs(taskSpecs);
  const refused: RefusedRow[] = unread.map(({ message }) => ({ id: '', reason: message }));
  let firstFault: UsageError | null = null;
  const all: ReadRow[] = [];
  for (const row of rows) {
    try {
      const read = format.toProblem(row, { file, dataset: name, paper, specs, taskImages });
      all.push({ ...read, id: read.problem.id, line: row.line, unit: row.unit });
    } catch (error) {
      if (format.sparesOthers !== true || !(error instanceof UsageError)) throw error;
      const id = row.value[format.id];
      refused.push({ id: typeof id === 'string' ? id : '', reason: error.message });
      firstFault ??= error;
      if (refused.length === rows.length + unread.length) throw firstFault;
    }
  }
  const own = format.repeats === true ? withoutRepeats(all) : all;
  const once =
    format.sparesOthers === true
      ? withoutSecond(own, (row, first) => {
          const reason = `${file}, ${row.unit ?? 'line'} ${String(row.line)}: its id stands on ${first.unit ?? 'line'} ${String(first.line)} already`;
          refused.push({ id: row.id, reason });
        })
      : own;
  checkUniqueIds(once, file, format.id);
  const problems = once.map(({ problem, hidden }) => ({ problem, hidden }));
  return {
    ...{ name, form: format.name, rows: problems },
    repeated: all.length - own.length,
    leftOut: own.flatMap(({ leftOut }) => leftOut ?? []),
    ...(refused.length === 0 ? {} : { refused }),
  };
}

/** The first row of each id. */
function withoutSecond(
  rows: readonly ReadRow[],
  refuse: (row: ReadRow, first: ReadRow) => void,
): readonly ReadRow[] {
  const seen = new Map<string, ReadRow>();
  return rows.filter((row) => {
    const first = seen.get(row.id);
    if (first === undefined) seen.set(row.id, row);
    else refuse(row, first);
    return first === undefined;
  });
}

function requirePaperTests(rows: readonly JsonRow[], { name, paper }: Format): void {
  if (paper !== undefined && rows.every(({ value }) => paper in value)) return;
  throw new PaperTestsMissingError(name);
}

interface ReadRow extends ReadProblem, Pick<JsonRow, 'line' | 'unit'> {
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

function nameOf(rows: readonly JsonRow[], format: Format, file: string): string {
  const ids = rows.map((row) => String(row.value['task_id']));
  if (format.name === 'MBPP') return 'mbpp';
  const plus = format.name === 'EvalPlus' ? 'plus' : '';
  if (ids.every((id) => id.startsWith('HumanEval/'))) return `humaneval${plus}`;
  if (plus !== '' && ids.every((id) => id.startsWith('Mbpp/'))) return 'mbppplus';
  if (ids.every((id) => id.startsWith('MBPP/'))) return 'mbpp';
  if (ids.every((id) => id.startsWith('BigCodeBench/'))) return 'bigcodebench';
  return basename(file).replace(/(\.jsonl|\.json|\.parquet)?(\.gz)?$/, '') || 'dataset';
}
