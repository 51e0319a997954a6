import { z } from 'zod';

import type { DatasetProblem } from '../core/tasks/problem';
import { calledNames, definitionsOf } from './python/python-syntax';
import type { Definition } from './python/python-syntax';
import { parseRow, rowError } from './row-error';
import type { JsonRow } from './row-error';
import { filledText, referenceMember, text } from './row-fields';

/** As published by google-research (`mbpp.jsonl`). `code` goes with the hidden check: only grading may know it. */
const MbppRow = z.object({
  task_id: z.int().nonnegative(),
  text: filledText,
  code: text,
  test_list: z.array(text).min(1, 'expected at least one test'),
  test_setup_code: text.default(''),
  challenge_test_list: z.array(text).default([]),
});
type MbppRow = z.infer<typeof MbppRow>;

/** As published in `sanitized-mbpp.json`: other names, and what the tests import apart. */
const SanitizedRow = z
  .object({
    ...MbppRow.pick({ task_id: true, code: true, test_list: true }).shape,
    prompt: MbppRow.shape.text,
    test_imports: z.array(text),
  })
  .transform(({ prompt, test_imports: imports, ...row }): MbppRow => {
    return { ...row, text: prompt, test_setup_code: imports.join('\n'), challenge_test_list: [] };
  });

interface Source {
  readonly file: string;
  readonly dataset: string;
  /** All of `test_list` is shown, as CodeTree's authors did it; it judges all the same. */
  readonly paper?: boolean;
}

/** The part of MBPP that its paper evaluates on: task ids 11 to 510. */
export function isMbppTestSplit(id: string): boolean {
  const number = Number(/^MBPP\/(\d+)$/.exec(id)?.[1] ?? NaN);
  return number >= 11 && number <= 510;
}

/**
 * The id is `MBPP/<task_id>`; the entry point the function of `code` that the first test calls. The first of `test_list` is
 * visible; all of it and `challenge_test_list` are hidden; `test_setup_code` goes with both.
 * @throws UsageError naming file, line and field.
 */
export function mbppProblem(row: JsonRow, source: Source): DatasetProblem {
  return problemOf(parseRow(MbppRow, row, source.file), row, source);
}

/** The same of a row of the sanitized MBPP. @throws UsageError naming file, line and field. */
export function sanitizedMbppProblem(row: JsonRow, source: Source): DatasetProblem {
  return problemOf(parseRow(SanitizedRow, row, source.file), row, source);
}

function problemOf(fields: MbppRow, row: JsonRow, source: Source): DatasetProblem {
  const [visible = '', ...others] = fields.test_list;
  const defined = definitionsOf(fields.code);
  const called = new Set(calledNames(visible));
  const entry =
    firstCalled(defined, called, 'function') ?? firstCalled(defined, called, 'class') ?? null;
  if (entry === null) {
    throw rowError(
      { file: source.file, line: row.line, field: 'test_list' },
      'the first test calls no function that "code" defines',
      'Let the first test call the function under test, and "code" define it at its top level',
    );
  }
  return {
    problem: {
      kind: 'function',
      id: `MBPP/${fields.task_id}`,
      dataset: source.dataset,
      statement: statementOf(fields, entry, defined),
      entryPoint: entry.name,
      preamble: '',
      visibleTests: source.paper === true ? [...fields.test_list] : [visible],
      visibleSetup: fields.test_setup_code,
    },
    hidden: {
      kind: 'function',
      setup: fields.test_setup_code,
      test: `${[visible, ...others, ...fields.challenge_test_list].join('\n')}\n`,
      ...referenceMember(fields.code),
    },
  };
}

/** The last definition of a name is the one in force; the test's outermost call decides between names. */
function firstCalled(
  defined: readonly Definition[],
  called: ReadonlySet<string>,
  kind: Definition['kind'],
): Definition | undefined {
  return [...called]
    .map((name) => defined.findLast((item) => item.name === name && item.kind === kind))
    .find((item) => item !== undefined);
}

/** The text, and the names that the visible test and its set-up expect; nothing else of the reference solution. */
function statementOf(row: MbppRow, entry: Definition, defined: readonly Definition[]): string {
  const used = new Set(calledNames(`${row.test_setup_code}\n${row.test_list[0] ?? ''}\n`));
  const others = defined.filter(
    ({ name }, index) =>
      used.has(name) &&
      name !== entry.name &&
      defined.findLastIndex((item) => item.name === name) === index,
  );
  return [
    row.text.trim(),
    '',
    `Signature: ${headerOf(entry)}`,
    ...others.map((other) => `Also to be defined: ${headerOf(other)}`),
    '',
  ].join('\n');
}

function headerOf(definition: Definition): string {
  return definition.kind === 'class'
    ? `class ${definition.name}`
    : `def ${definition.name}${definition.parameters}`;
}
