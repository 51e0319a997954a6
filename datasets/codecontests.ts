import { z } from 'zod';

import type { ReadProblem } from './dataset-rows';
import { scriptProblem } from './paired-tests';
import type { RowSource } from './paired-tests';
import { parseRow, rowError } from './row-error';
import type { JsonRow } from './row-error';
import { filledText, problemName, text } from './row-fields';
import { noTests, TestColumns, TestPairs } from './test-columns';

/** As MapCoder publishes it: each output is a list of one text. */
const PairRow = z.object({
  name: problemName,
  description: filledText,
  sample_io: TestPairs,
  test_list: TestPairs.min(1, noTests),
});

/** The number that stands for Python 3 there. */
const python3 = 3;

/** As DeepMind publishes it. */
const PublishedRow = z.object({
  name: problemName,
  description: filledText,
  public_tests: TestColumns,
  private_tests: TestColumns,
  generated_tests: TestColumns,
  /** Where a problem does not read standard input: no program that does can solve it. */
  input_file: z.string().nullish(),
  output_file: z.string().nullish(),
  solutions: z.object({ language: z.array(z.unknown()), solution: z.array(text) }).nullish(),
});

/** Its judges split at white space, so lines count no more than blanks; a few tests of it print hundreds of kilobytes. */
const reading = { layout: 'tokens', tooLong: 'leave-out' } as const;

/** As MapCoder publishes it: samples are visible, others hidden. @throws UsageError naming file, line or row, and field. */
export function pairedCodeContestsProblem(row: JsonRow, source: RowSource): ReadProblem {
  const { name, description, ...fields } = parseRow(PairRow, row, source.file);
  const columnOf = (field: 'sample_io' | 'test_list') => [{ field, pairs: fields[field] }];
  const task = {
    ...{ id: name, statement: description },
    visible: columnOf('sample_io'),
    hidden: columnOf('test_list'),
  };
  refuseAlternatives(task.hidden, row, source.file);
  return scriptProblem(task, row, source, reading);
}

/**
 * As DeepMind publishes it. Public tests are visible; all three lists are the hidden check. The first Python 3 solution is
 * the reference. @throws UsageError naming file, line or row, and field.
 */
export function codeContestsProblem(row: JsonRow, source: RowSource): ReadProblem {
  const fields = parseRow(PublishedRow, row, source.file);
  refuseFiles(fields, row, source.file);
  const hidden = (['public_tests', 'private_tests', 'generated_tests'] as const).map((field) => ({
    field,
    pairs: fields[field],
  }));
  const { language, solution } = fields.solutions ?? { language: [], solution: [] };
  const task = {
    ...{ id: fields.name, statement: fields.description },
    visible: hidden.slice(0, 1),
    hidden,
    reference: solution[language.indexOf(python3)],
  };
  return scriptProblem(task, row, source, reading);
}

/** @throws UsageError for a problem that reads or writes a file by name */
function refuseFiles(
  fields: Pick<z.infer<typeof PublishedRow>, 'input_file' | 'output_file'>,
  { line, unit }: JsonRow,
  file: string,
): void {
  for (const field of ['input_file', 'output_file'] as const) {
    const name = fields[field] ?? '';
    if (name === '' || name === 'stdin' || name === 'stdout') continue;
    throw rowError(
      { file, line, unit, field },
      `names ${JSON.stringify(name)}: programs are run on standard input and output alone`,
      'Remove the row',
    );
  }
}

/** @throws UsageError where a list of outputs could mean several right answers */
function refuseAlternatives(
  columns: readonly { readonly field: string; readonly pairs: z.infer<typeof TestPairs> }[],
  { line, unit }: JsonRow,
  file: string,
): void {
  for (const { field, pairs } of columns) {
    const index = pairs.findIndex(({ output }) => Array.isArray(output) && output.length !== 1);
    if (index < 0) continue;
    throw rowError(
      { file, line, unit, field: `${field}.${String(index)}` },
      'has not exactly one output: which of several is right cannot be told',
      'Give one output, as a text or a list of one, or leave this test out',
    );
  }
}
