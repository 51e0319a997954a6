import type { UsageError } from '../core/errors/errors';
import { appsProblem, publishedAppsProblem } from './apps';
import { bigCodeBenchProblem } from './bigcodebench';
import { codeContestsProblem, pairedCodeContestsProblem } from './codecontests';
import type { ReadProblem } from './dataset-rows';
import { evalPlusProblem } from './evalplus';
import { humanEvalProblem } from './humaneval';
import { instancesForm } from './instances';
import { liveCodeBenchProblem } from './livecodebench';
import { mbppProblem, sanitizedMbppProblem } from './mbpp';
import { rowError } from './row-error';
import type { JsonRow } from './row-error';
import { sweBenchProblem } from './tasks/swebench';
import type { TaskSpecs } from './tasks/read-task-specs';

export interface Format {
  readonly name: string;
  /** Field that holds the id. */
  readonly id: string;
  /** The other fields that tell it from the rest. */
  readonly fields: readonly string[];
  readonly toProblem: (
    row: JsonRow,
    source: {
      readonly file: string;
      readonly dataset: string;
      /** Show all that the authors of CodeTree showed, though it judges, too. */
      readonly paper?: boolean;
      /** What a person says of the environments of tasks. */
      readonly specs?: TaskSpecs | undefined;
      readonly taskImages?: string | undefined;
    },
  ) => ReadProblem;
  /** Field that `--visible-tests paper` shows all of; where it is absent the authors of CodeTree had tests of their own. */
  readonly paper?: string;
  /** Each of these fields alone says that a row is of this form, so that no other one grades less than it holds. */
  readonly claims?: readonly string[];
  /** Fields of a form that holds more than this one grades, each with what to do about it. */
  readonly refuses?: Readonly<Record<string, string>>;
  /** A row that repeats another one to the letter is passed over; others are refused. */
  readonly repeats?: true;
  /** A row that cannot be used is left out and told; others stay. */
  readonly sparesOthers?: true;
}

/** As Hugging Face has MBPP+: its script holds EvalPlus's inputs, and needs numpy, which the sandbox has not. */
const testScript = {
  test: 'Use `--dataset mbppplus`, or the .jsonl file of EvalPlus\'s release; to grade test_list alone, take "test" out of the rows',
};

/** A new form is its adapter and a row here. */
export const formats: readonly Format[] = [
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
    claims: ['base_input', 'plus_input'],
    toProblem: evalPlusProblem,
    paper: 'assertion',
  },
  {
    name: 'MBPP',
    id: 'task_id',
    fields: ['text', 'code', 'test_list'],
    toProblem: mbppProblem,
    paper: 'test_list',
    refuses: testScript,
  },
  {
    name: 'MBPP sanitized',
    id: 'task_id',
    fields: ['prompt', 'code', 'test_list', 'test_imports'],
    toProblem: sanitizedMbppProblem,
    paper: 'test_list',
    refuses: testScript,
  },
  {
    name: 'APPS as CodeTree has it',
    id: 'name',
    fields: ['description', 'public_tests', 'private_tests'],
    toProblem: appsProblem,
    paper: 'public_tests',
    repeats: true,
  },
  {
    name: 'APPS as MapCoder has it',
    id: 'name',
    fields: ['description', 'sample_io', 'test_list'],
    toProblem: appsProblem,
    repeats: true,
  },
  {
    name: 'APPS',
    id: 'problem_id',
    fields: ['question', 'input_output', 'solutions'],
    claims: ['input_output'],
    toProblem: publishedAppsProblem,
  },
  {
    name: 'CodeContests',
    id: 'name',
    fields: ['description', 'public_tests', 'private_tests', 'generated_tests'],
    claims: ['generated_tests'],
    toProblem: codeContestsProblem,
    paper: 'public_tests',
  },
  {
    name: 'CodeContests as MapCoder has it',
    id: 'name',
    fields: ['description', 'sample_io', 'test_list', 'tags'],
    toProblem: pairedCodeContestsProblem,
    paper: 'sample_io',
  },
  {
    name: 'LiveCodeBench',
    id: 'question_id',
    fields: ['question_content', 'public_test_cases', 'private_test_cases'],
    claims: ['public_test_cases', 'private_test_cases'],
    toProblem: liveCodeBenchProblem,
  },
  {
    name: 'BigCodeBench',
    id: 'task_id',
    fields: ['complete_prompt', 'test', 'entry_point'],
    claims: ['complete_prompt', 'instruct_prompt'],
    toProblem: bigCodeBenchProblem,
  },
  {
    name: 'SWE-bench',
    id: 'instance_id',
    fields: ['repo', 'base_commit', 'problem_statement', 'test_patch'],
    // Rows of SWE-smith and R2E-Gym have no base_commit.
    claims: ['base_commit', 'FAIL_TO_PASS', 'expected_output_json'],
    toProblem: sweBenchProblem,
    sparesOthers: true,
  },
];

/** The forms, as a sentence names them. */
export const formNames = `${formats.map(({ name }) => name).join(', ')} or ${instancesForm}`;

/**
 * The form of a file's rows, by the first of them: the one that a field of it claims, else the one whose telling fields it
 * has most of, so that a row that lacks one field is told which.
 * @throws UsageError naming file, line and field for rows of no form, and for any that says it is more than this form grades.
 */
export function formatOf(rows: readonly JsonRow[], file: string): Format {
  const first = rows[0] ?? { line: 1, value: {} };
  const format = claiming(first) ?? mostTelling(first);
  if (format === null) throw ofNoForm(first, file);
  for (const row of rows) {
    const claimed = claiming(row);
    if (claimed !== null && claimed !== format) throw saysMore(row, { file, format, claimed });
    refuseMore(row, format, file);
  }
  return format;
}

function claiming({ value }: JsonRow): Format | null {
  return formats.find(({ claims = [] }) => claims.some((field) => field in value)) ?? null;
}

function mostTelling({ value }: JsonRow): Format | null {
  const scored = formats
    .map((format) => ({
      format,
      present: format.fields.filter((field) => field in value).length,
    }))
    .sort((left, right) => right.present - left.present);
  const best = scored[0];
  return best !== undefined && best.present >= 2 ? best.format : null;
}

function ofNoForm(row: JsonRow, file: string): UsageError {
  const wanted = formats
    .map(({ name, id, fields }) => `${name} (${[id, ...fields].join(', ')})`)
    .join(' or ');
  const found = Object.keys(row.value).slice(0, 20).join(', ').slice(0, 300);
  return rowError(
    { file, line: row.line, unit: row.unit },
    `has the fields ${found || '(none)'}: not a format that can be read`,
    `Give rows in the form of ${wanted}`,
  );
}

function saysMore(
  row: JsonRow,
  {
    file,
    format,
    claimed,
  }: { readonly file: string; readonly format: Format; readonly claimed: Format },
): UsageError {
  const field = claimed.claims?.find((one) => one in row.value) ?? '';
  return rowError(
    { file, line: row.line, unit: row.unit, field },
    `belongs to the form of ${claimed.name}, and the first row is in that of ${format.name}, which would not grade it`,
    'Keep rows of different forms in files of their own',
  );
}

/** @throws UsageError */
function refuseMore(row: JsonRow, { name, refuses = {} }: Format, file: string): void {
  const refused = Object.entries(refuses).find(([field]) => field in row.value);
  if (refused === undefined) return;
  const [field, remedy] = refused;
  throw rowError(
    { file, line: row.line, unit: row.unit, field },
    `holds tests that the form of ${name} has no place for: they would not be graded`,
    remedy,
  );
}
