import { z } from 'zod';

import type { ReadProblem } from './dataset-rows';
import { parseExactly } from './exact-json';
import { functionProblem, scriptProblem } from './paired-tests';
import type {
  CalledResult,
  PairedTask,
  RowSource,
  ScriptReading,
  TestColumn,
} from './paired-tests';
import { parseRow, rowError } from './row-error';
import type { JsonRow } from './row-error';
import { filledText, pythonName, taskId, text } from './row-fields';
import { noTests, paired, TestColumns, TestPairs } from './test-columns';

const number = z.union([z.int().nonnegative().transform(String), taskId]);

const common = {
  name: number,
  description: filledText,
  starter_code: text.nullish(),
  fn_name: pythonName.nullish(),
};

/** As CodeTree publishes it. */
const ColumnRow = z.object({
  ...common,
  public_tests: TestColumns,
  private_tests: TestColumns.refine((tests) => tests.length > 0, noTests),
});

/** As MapCoder publishes it. */
const PairRow = z.object({
  ...common,
  sample_io: TestPairs,
  test_list: TestPairs.min(1, noTests),
});

/** As its authors publish it: tests and solutions are JSON texts. Its number is `problem_id`, in some copies `id`. */
const PublishedRow = z.object({
  problem_id: number.optional(),
  id: number.optional(),
  question: filledText,
  input_output: z.string(),
  solutions: z.string().nullish(),
  starter_code: text.nullish(),
});

/** What the text in `input_output` holds. */
const InputOutput = z
  .object({
    inputs: z.array(z.unknown()).min(1, noTests),
    outputs: z.array(z.unknown()),
    fn_name: pythonName.nullish(),
  })
  .refine(
    ({ inputs, outputs }) => inputs.length === outputs.length,
    'has not as many outputs as inputs',
  );

interface AppsTask extends PairedTask {
  readonly starter: string;
  readonly functionName: string | null;
}

/**
 * In the form of CodeTree (`public_tests`, `private_tests`: two lists each) or MapCoder (`sample_io`, `test_list`: pairs): a
 * whole program, or, with `fn_name`, a function. Public tests are visible, the others hidden.
 * @throws UsageError naming file, line or row, and field.
 */
export function appsProblem(row: JsonRow, source: RowSource): ReadProblem {
  return problemOf(readTask(row, source.file), row, source);
}

/**
 * As its authors publish it. All tests are hidden; visible are those that the question prints to the letter. The first
 * solution is the reference. @throws UsageError naming file, line or row, and field.
 */
export function publishedAppsProblem(row: JsonRow, source: RowSource): ReadProblem {
  const fields = parseRow(PublishedRow, row, source.file);
  const id = fields.problem_id ?? fields.id;
  const { line, unit } = row;
  if (id === undefined) {
    throw rowError(
      { file: source.file, line, unit, field: 'problem_id' },
      'is missing',
      'Add "problem_id" (or "id") to the row, or remove it',
    );
  }
  const place = { file: source.file, line, unit, field: 'input_output' };
  const tests = InputOutput.safeParse(jsonIn(fields.input_output, place));
  if (!tests.success) {
    const [issue] = tests.error.issues;
    throw rowError(
      place,
      `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`.replace(
        /^: /,
        '',
      ),
      'Give {"inputs": [...], "outputs": [...]} with at least one test, or remove the row',
    );
  }
  const { inputs, outputs, fn_name: functionName } = tests.data;
  const hidden = { field: 'input_output', pairs: paired(inputs, outputs) };
  const [solution] = solutionsIn(fields.solutions, { ...place, field: 'solutions' });
  const task = {
    ...{ id, statement: fields.question, starter: fields.starter_code ?? '' },
    functionName: functionName ?? null,
    visible: [printedIn(fields.question, hidden)],
    hidden: [hidden],
    reference: solution,
  };
  return problemOf(task, row, source, { tooLong: 'leave-out' });
}

function problemOf(
  { functionName, starter, ...task }: AppsTask,
  row: JsonRow,
  source: RowSource,
  reading: ScriptReading = {},
): ReadProblem {
  return functionName === null
    ? scriptProblem(task, row, source, reading)
    : functionProblem({ ...task, starter, functionName, resultOf }, row, source);
}

function readTask(row: JsonRow, file: string): AppsTask {
  const inPairs = 'sample_io' in row.value || 'test_list' in row.value;
  const fields = inPairs ? parseRow(PairRow, row, file) : parseRow(ColumnRow, row, file);
  const { name, description, starter_code: starter, fn_name: functionName } = fields;
  const [visible, hidden] =
    'sample_io' in fields
      ? [
          { field: 'sample_io', pairs: fields.sample_io },
          { field: 'test_list', pairs: fields.test_list },
        ]
      : [
          { field: 'public_tests', pairs: fields.public_tests },
          { field: 'private_tests', pairs: fields.private_tests },
        ];
  const common = { id: name, statement: description, starter: starter ?? '' };
  return { ...common, functionName: functionName ?? null, visible: [visible], hidden: [hidden] };
}

/** @throws UsageError */
function jsonIn(given: string, place: Parameters<typeof rowError>[0]): unknown {
  try {
    return parseExactly(given);
  } catch {
    const what = given.trim() === '' ? 'is empty: nothing would be tested' : 'holds no JSON';
    throw rowError(place, what, 'Copy or download the file again, or remove the row');
  }
}

/** An empty text is a problem without solutions. @throws UsageError */
function solutionsIn(
  given: string | null | undefined,
  place: Parameters<typeof rowError>[0],
): readonly string[] {
  if (given === null || given === undefined || given.trim() === '') return [];
  const solutions = z.array(text).safeParse(jsonIn(given, place));
  if (solutions.success) return solutions.data;
  throw rowError(place, 'holds no list of programs', 'Copy or download the file again');
}

/** The tests that everybody knows who reads the question. Short answers stand in many questions, so the input has to be there as well. */
function printedIn(question: string, { field, pairs }: TestColumn): TestColumn {
  const told = squeezed(question);
  const printed = pairs.filter(({ input, output }) => {
    if (typeof input !== 'string' || typeof output !== 'string') return false;
    if (input.trim() === '' || output.trim() === '') return false;
    const place = told.indexOf(squeezed(input));
    return place >= 0 && told.indexOf(squeezed(output), place + squeezed(input).length - 1) >= 0;
  });
  return { field, pairs: printed };
}

/** Without blank lines and white space around lines, which no two copies of a question have alike; a line end at both ends. */
function squeezed(words: string): string {
  const lines = words.split('\n').map((line) => line.trim());
  return `\n${lines.filter((line) => line !== '').join('\n')}\n`;
}

/** APPS wraps the result of a function in a list. */
function resultOf(output: unknown): CalledResult {
  const isWrapped = Array.isArray(output) && output.length === 1;
  return isWrapped ? { result: output[0] as unknown, published: output } : { result: output };
}
