import { callsTest } from '../core/grading/profiles/function-form';
import { keptOutputBytes } from '../core/grading/judge-script';
import type { DatasetProblem } from '../core/tasks/problem';
import type { ScriptProblem } from '../core/tasks/script';
import { methodBridge } from './class-solution';
import type { ReadProblem } from './dataset-rows';
import { exactText, parseExactly } from './exact-json';
import { isLiteral } from './python/python-syntax';
import { pythonLiteral } from './python/python-literal';
import { refuseChecker, rowChecker } from './row-checker';
import { rowError } from './row-error';
import type { JsonRow } from './row-error';
import { referenceMember } from './row-fields';

export interface TestPair {
  readonly input: unknown;
  readonly output: unknown;
}

export interface TestColumn {
  readonly field: string;
  readonly pairs: readonly TestPair[];
}

export interface RowSource {
  readonly file: string;
  readonly dataset: string;
}

export interface PairedTask {
  readonly id: string;
  readonly statement: string;
  readonly visible: readonly TestColumn[];
  readonly hidden: readonly TestColumn[];
  /** A program that solves it, where the row has one. */
  readonly reference?: string | undefined;
}

/** How the tests of a whole program are read. */
export interface ScriptReading {
  /** Whether white space tells lines apart, or words alone. Default `lines`. */
  readonly layout?: 'lines' | 'tokens';
  /** What becomes of hidden tests that expect more output than can be compared. Default `refuse`: the row is. */
  readonly tooLong?: 'refuse' | 'leave-out';
}

/** A whole program. @throws UsageError naming file, line or row, and field. */
export function scriptProblem(
  task: PairedTask,
  row: JsonRow,
  source: RowSource,
  { layout = 'lines', tooLong = 'refuse' }: ScriptReading = {},
): ReadProblem {
  const examples = ({ field, pairs }: TestColumn): { stdin: string; stdout: string }[] =>
    pairs.flatMap((pair, index) => {
      if (tooLong === 'leave-out' && isTooLong(outputText(pair.output))) return [];
      const place = { ...placeOf(row, source), field: `${field}.${index}` };
      return [exampleOf(pair, place, row.value['fn_name'] === null ? 'null' : 'absent')];
    });
  const visibleTests = task.visible.flatMap(examples);
  const tests = task.hidden.flatMap(examples);
  const all = task.hidden.reduce((sum, { pairs }) => sum + pairs.length, 0);
  if (tests.length === 0) {
    throw rowError(
      { ...placeOf(row, source), field: task.hidden.at(-1)?.field ?? '' },
      'holds no test that can be run: every program would pass',
      'Add a test, or remove the row',
    );
  }
  const leftOut = { problem: task.id, leftOut: all - tests.length, kept: tests.length };
  return {
    problem: {
      kind: 'script',
      id: task.id,
      dataset: source.dataset,
      statement: task.statement,
      rule:
        rowChecker(row, source.file) ??
        ruleFor(
          [...visibleTests, ...tests].map(({ stdout }) => stdout),
          layout,
        ),
      visibleTests,
    },
    hidden: { kind: 'script', tests, ...referenceMember(task.reference) },
    ...(leftOut.leftOut === 0 ? {} : { leftOut }),
  };
}

function exampleOf(
  { input, output }: TestPair,
  place: Parameters<typeof rowError>[0],
  named: string,
): { stdin: string; stdout: string } {
  const stdin = linesOf(input);
  if (stdin === null) {
    throw rowError(
      place,
      `has an input that is neither a text nor a list of lines, and fn_name is ${named}: a whole program is asked for`,
      'Give what the program reads as one text, or the name of the function in fn_name',
    );
  }
  const stdout = outputText(output);
  if (isTooLong(stdout)) {
    throw rowError(
      place,
      `expects more output than can be compared (${keptOutputBytes} bytes)`,
      'Leave this test out',
    );
  }
  return { stdin, stdout };
}

function isTooLong(output: string): boolean {
  return Buffer.byteLength(output) > keptOutputBytes;
}

function placeOf({ line, unit }: JsonRow, { file }: RowSource): Parameters<typeof rowError>[0] {
  return { file, line, unit };
}

function linesOf(value: unknown): string | null {
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n');
  if (!Array.isArray(value) || !value.every((line) => typeof line === 'string')) return null;
  return value.join('\n').replaceAll('\r\n', '\n');
}

/** Text, lines, or as Python's `print` shows a value, with all digits: MapCoder's rows hold what a function returned. */
function outputText(value: unknown): string {
  const lines: readonly unknown[] = Array.isArray(value) ? value : [value];
  const shown = lines.map((line) => (typeof line === 'string' ? line : pythonLiteral(line)));
  return shown.join('\n').replaceAll('\r\n', '\n');
}

const fraction = /^[+-]?(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][+-]?\d+)?$/;

/** By layout; where an answer is a decimal fraction, by numbers: how many digits of it are printed is not asked. */
function ruleFor(outputs: readonly string[], layout: 'lines' | 'tokens'): ScriptProblem['rule'] {
  const isFraction = (output: string): boolean =>
    output.split(/\s+/).some((token) => fraction.test(token));
  return { kind: outputs.some(isFraction) ? 'numbers' : layout };
}

/** What is called, and how an output is its result. */
export interface CalledTask extends PairedTask {
  readonly functionName: string;
  /** What the solution begins with, as shown; a `class Solution` in it makes the function its method. */
  readonly starter: string;
  readonly resultOf: (output: unknown, place: Parameters<typeof rowError>[0]) => CalledResult;
}

export interface CalledResult {
  readonly result: unknown;
  /** What the data set's own tool compares it with, where that is not the result alone. */
  readonly published?: unknown;
}

/** One argument: as Python writes it, and as JSON does where it is published so. */
interface Argument {
  readonly literal: string;
  readonly json: string | null;
}

interface Call extends CalledResult {
  readonly args: readonly Argument[];
}

/**
 * A function, or a method of a class `Solution`. Its visible tests are asserts; the hidden ones are a list of calls, or asserts
 * as well where an argument is no JSON. @throws UsageError naming file, line or row, and field. */
export function functionProblem(
  { id, statement, starter, functionName, resultOf, ...task }: CalledTask,
  row: JsonRow,
  source: RowSource,
): DatasetProblem {
  const calls = ({ field, pairs }: TestColumn): Call[] =>
    pairs.map(({ input, output }, index) => {
      const place = { ...placeOf(row, source), field: `${field}.${index}` };
      return { args: argumentsOf(input, place), ...resultOf(output, place) };
    });
  refuseChecker(row, source.file);
  const bridge = methodBridge(starter, functionName);
  const shown = starter.trim() === '' ? statement : `${statement}\n\n${starter.trim()}\n`;
  return {
    problem: {
      kind: 'function',
      id,
      dataset: source.dataset,
      statement: `${shown}${bridge?.words ?? ''}`,
      entryPoint: functionName,
      ...(bridge === null ? {} : { className: bridge.className }),
      preamble: bridge?.preamble ?? '',
      visibleTests: task.visible.flatMap(calls).map((call) => assertOf(functionName, call)),
      visibleSetup: '',
    },
    hidden: {
      kind: 'function',
      setup: '',
      test: hiddenTest(functionName, task.hidden.flatMap(calls)),
      ...referenceMember(task.reference),
    },
  };
}

function assertOf(functionName: string, { args, result }: Call): string {
  const literals = args.map(({ literal }) => literal).join(', ');
  return `assert ${functionName}(${literals}) == ${pythonLiteral(result)}`;
}

function hiddenTest(functionName: string, calls: readonly Call[]): string {
  const cases = calls.flatMap(({ args, result, published }) => {
    const texts = args.flatMap(({ json }) => (json === null ? [] : [json]));
    if (texts.length < args.length) return [];
    const more = published === undefined ? {} : { published: exactText(published) };
    return [{ input: texts.join('\n'), output: exactText(result), ...more }];
  });
  return cases.length === calls.length
    ? callsTest(functionName, cases)
    : `${calls.map((call) => assertOf(functionName, call)).join('\n')}\n`;
}

/** A list of arguments, or a text with one on each line, in JSON or as Python writes it. */
function argumentsOf(input: unknown, place: Parameters<typeof rowError>[0]): readonly Argument[] {
  if (Array.isArray(input)) return input.map(argumentOf);
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

function argumentOf(value: unknown): Argument {
  return { literal: pythonLiteral(value), json: exactText(value) };
}

function argumentIn(line: string): Argument | null {
  try {
    return argumentOf(parseExactly(line));
  } catch {
    return isLiteral(line.trim()) ? { literal: line.trim(), json: null } : null;
  }
}
