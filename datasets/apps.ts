import { z } from 'zod';

import { keptOutputBytes } from '../core/grading/judge-script';
import type { DatasetProblem } from '../core/schemas/problem';
import type { ScriptProblem } from '../core/tasks/script';
import { parseExactly } from './exact-json';
import { isLiteral } from './python/python-syntax';
import { pythonLiteral } from './python/python-literal';
import { parseRow, rowError } from './row-error';
import type { JsonRow } from './row-error';
import { pythonName, taskId, text } from './row-fields';

const given = z.unknown().refine((value): boolean => value !== undefined, 'is missing');
const TestPair = z.object({ input: given, output: given });
type TestPair = z.infer<typeof TestPair>;

const TestColumns = z
  .object({ input: z.array(z.unknown()), output: z.array(z.unknown()) })
  .refine(
    ({ input, output }) => input.length === output.length,
    'has not as many outputs as inputs',
  )
  .transform(({ input, output }) =>
    input.map((one, index): TestPair => ({ input: one, output: output[index] })),
  );

const common = {
  name: z.union([z.int().nonnegative().transform(String), taskId]),
  description: text.refine((value) => value.trim() !== '', 'is empty'),
  starter_code: text.nullish(),
  fn_name: pythonName.nullish(),
};
const noTests = 'expected at least one test';

/** As CodeTree publishes it. */
const ColumnRow = z.object({
  ...common,
  public_tests: TestColumns,
  private_tests: TestColumns.refine((tests) => tests.length > 0, noTests),
});

/** As MapCoder publishes it. */
const PairRow = z.object({
  ...common,
  sample_io: z.array(TestPair),
  test_list: z.array(TestPair).min(1, noTests),
});

interface AppsRow {
  readonly id: string;
  readonly statement: string;
  readonly starter: string;
  readonly functionName: string | null;
  readonly visible: TestColumn;
  readonly hidden: TestColumn;
}

interface TestColumn {
  readonly field: string;
  readonly pairs: readonly TestPair[];
}

interface Source {
  readonly file: string;
  readonly dataset: string;
}

/**
 * An APPS problem under its published number, in the form of CodeTree (`public_tests`, `private_tests`: inputs and
 * outputs in two lists) or of MapCoder (`sample_io`, `test_list`: a list of pairs): a whole program, or, with `fn_name`,
 * a function. The public tests are the visible ones, the others the hidden check.
 * @throws UsageError naming file, line or row, and field.
 */
export function appsProblem(row: JsonRow, source: Source): DatasetProblem {
  const apps = readRow(row, source.file);
  return apps.functionName === null
    ? script(apps, row, source)
    : functionOf({ ...apps, functionName: apps.functionName }, row, source);
}

function readRow(row: JsonRow, file: string): AppsRow {
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
  return { ...common, functionName: functionName ?? null, visible, hidden };
}

function script(apps: AppsRow, row: JsonRow, source: Source): DatasetProblem {
  const examples = ({ field, pairs }: TestColumn): { stdin: string; stdout: string }[] =>
    pairs.map(({ input, output }, index) => {
      const place = { ...placeOf(row, source), field: `${field}.${index}` };
      const stdin = linesOf(input);
      if (stdin === null) {
        const named = row.value['fn_name'] === null ? 'null' : 'absent';
        throw rowError(
          place,
          `has an input that is neither a text nor a list of lines, and fn_name is ${named}: a whole program is asked for`,
          'Give what the program reads as one text, or the name of the function in fn_name',
        );
      }
      const stdout = outputText(output);
      if (Buffer.byteLength(stdout) > keptOutputBytes) {
        throw rowError(
          place,
          `expects more output than can be compared (${keptOutputBytes} bytes)`,
          'Leave this test out',
        );
      }
      return { stdin, stdout };
    });
  const visibleTests = examples(apps.visible);
  const tests = examples(apps.hidden);
  return {
    problem: {
      kind: 'script',
      id: apps.id,
      dataset: source.dataset,
      statement: apps.statement,
      rule: ruleFor([...visibleTests, ...tests].map(({ stdout }) => stdout)),
      visibleTests,
    },
    hidden: { kind: 'script', tests },
  };
}

function placeOf({ line, unit }: JsonRow, { file }: Source): Parameters<typeof rowError>[0] {
  return { file, line, unit };
}

function linesOf(value: unknown): string | null {
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n');
  if (!Array.isArray(value) || !value.every((line) => typeof line === 'string')) return null;
  return value.join('\n').replaceAll('\r\n', '\n');
}

/**
 * An expected output is a text, or a list of lines, which are joined. What is no text is taken as Python's `print` shows
 * it (`True`, `None`, `[1, 2]`, and a number with all its digits): MapCoder's rows hold the value that a function
 * returned in place of what a program prints.
 */
function outputText(value: unknown): string {
  const lines: readonly unknown[] = Array.isArray(value) ? value : [value];
  const shown = lines.map((line) => (typeof line === 'string' ? line : pythonLiteral(line)));
  return shown.join('\n').replaceAll('\r\n', '\n');
}

const fraction = /^[+-]?(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][+-]?\d+)?$/;

/** Line by line; where an answer is a decimal fraction, by numbers: how many digits of it are printed is not asked. */
function ruleFor(outputs: readonly string[]): ScriptProblem['rule'] {
  const isFraction = (output: string): boolean =>
    output.split(/\s+/).some((token) => fraction.test(token));
  return { kind: outputs.some(isFraction) ? 'numbers' : 'lines' };
}

function functionOf(
  apps: AppsRow & { readonly functionName: string },
  row: JsonRow,
  source: Source,
): DatasetProblem {
  const { id, statement, starter, functionName } = apps;
  const asserts = ({ field, pairs }: TestColumn): string[] =>
    pairs.map(({ input, output }, index) => {
      const place = { ...placeOf(row, source), field: `${field}.${index}` };
      const call = `${functionName}(${argumentsOf(input, place).join(', ')})`;
      return `assert ${call} == ${pythonLiteral(resultOf(output))}`;
    });
  return {
    problem: {
      kind: 'function',
      id,
      dataset: source.dataset,
      statement: starter.trim() === '' ? statement : `${statement}\n\n${starter.trim()}\n`,
      entryPoint: functionName,
      preamble: '',
      visibleTests: asserts(apps.visible),
      visibleSetup: '',
    },
    hidden: { kind: 'function', setup: '', test: `${asserts(apps.hidden).join('\n')}\n` },
  };
}

/** A list of arguments, or a text with one on each line, in JSON or as Python writes it. */
function argumentsOf(input: unknown, place: Parameters<typeof rowError>[0]): readonly string[] {
  if (Array.isArray(input)) return input.map(pythonLiteral);
  const lines =
    typeof input === 'string' ? input.split('\n').filter((line) => line.trim() !== '') : null;
  const values = lines?.map(argumentIn) ?? [null];
  if (values.every((value) => value !== null)) return values;
  throw rowError(
    place,
    'has an input that is no list of arguments, nor a text with a literal on each line',
    'Give the arguments as a list, or leave fn_name out where the input is what a program reads',
  );
}

function argumentIn(line: string): string | null {
  try {
    return pythonLiteral(parseExactly(line));
  } catch {
    return isLiteral(line.trim()) ? line.trim() : null;
  }
}

/** APPS wraps the result of a function in a list. */
function resultOf(output: unknown): unknown {
  return Array.isArray(output) && output.length === 1 ? (output[0] as unknown) : output;
}
