import { z } from 'zod';

import { suiteTest } from '../core/grading/suite-test';
import type { DatasetProblem } from '../core/tasks/problem';
import { ExactNumber, parseForm } from './exact-json';
import { definesFunction, parsesAsPython } from './python/python-syntax';
import { visibleTestsOf } from './python/visible-tests-of';
import { caseInputs } from './read-jsonl';
import { parseRow, rowError } from './row-error';
import type { JsonRow } from './row-error';
import { filledText, pythonName, taskId } from './row-fields';

/** As released by EvalPlus (HumanEval+ 0.1.10, MBPP+ 0.2.0); its contracts are no part of an evaluation. */
const EvalPlusRow = z.object({
  task_id: taskId,
  prompt: filledText,
  entry_point: pythonName,
  canonical_solution: filledText,
  /** Lists of arguments, as JSON texts. */
  base_input: z.string('expected a line of a .jsonl file'),
  plus_input: z.string('expected a line of a .jsonl file'),
  /** MBPP+ alone: the tests of MBPP as it judges them. */
  assertion: z.string().default(''),
  atol: z.union([z.number(), z.instanceof(ExactNumber).transform((exact) => Number(exact.text))]),
});

/**
 * Two hidden suites, base and further inputs, each compared with the reference's answers. A prompt that begins the function
 * is as HumanEval's; a docstring says what is asked for (MBPP). Visible tests are its examples, or, as CodeTree's authors had
 * it, all of `assertion`. @throws UsageError naming file, line and field.
 */
export function evalPlusProblem(
  row: JsonRow,
  source: { readonly file: string; readonly dataset: string; readonly paper?: boolean },
): DatasetProblem {
  refuseHalf(row, source.file);
  const fields = parseRow(EvalPlusRow, row, source.file);
  const { task_id: id, entry_point: entryPoint, canonical_solution: reference } = fields;
  const prompt = id === 'HumanEval/115' ? mathFirst(fields.prompt) : fields.prompt;
  const begins = definesFunction(prompt, entryPoint);
  const statement = begins ? prompt : docstringText(prompt);
  const visibleTests =
    source.paper === true
      ? assertsOf(fields.assertion)
      : begins
        ? visibleTestsOf(prompt, entryPoint)
        : assertsOf(statement);
  const task = {
    id,
    entry: entryPoint,
    atol: fields.atol,
    reference: begins ? prompt + reference : reference,
  };
  const inputsOf = (field: (typeof caseInputs)[number]): readonly unknown[] => {
    const inputs = listIn(fields[field]);
    if (inputs !== null) return inputs;
    throw rowError(
      { file: source.file, line: row.line, field },
      'is no list of argument lists',
      'Copy or download the file again',
    );
  };
  if (inputsOf('base_input').length === 0) {
    throw rowError(
      { file: source.file, line: row.line, field: 'base_input' },
      'holds no inputs: every program would pass',
      'Add an input, or remove the line',
    );
  }
  return {
    problem: {
      kind: 'function',
      id,
      dataset: source.dataset,
      statement,
      entryPoint,
      preamble: begins ? prompt : '',
      visibleTests: [...visibleTests],
      // The tests that MBPP+ is shown with compare floats by `math.isclose`, and import nothing.
      visibleSetup: visibleTests.some((test) => /\bmath\./.test(test)) ? 'import math\n' : '',
    },
    hidden: {
      kind: 'function',
      setup: '',
      test: suiteTest(task, fields.base_input),
      ...(inputsOf('plus_input').length === 0 ? {} : { plus: suiteTest(task, fields.plus_input) }),
      reference,
    },
  };
}

/** With one of its suites gone a row would be graded as less than it was. @throws UsageError */
function refuseHalf({ value, line, unit }: JsonRow, file: string): void {
  const missing = caseInputs.find((field) => !(field in value));
  const present = caseInputs.find((field) => field in value);
  if (missing === undefined || present === undefined) return;
  throw rowError(
    { file, line, unit, field: missing },
    `is missing, and ${JSON.stringify(present)} is there: half of EvalPlus's tests`,
    `Take the row as EvalPlus released it; or take ${JSON.stringify(present)} out as well, to be graded by "test" alone`,
  );
}

/** The names that its body uses are there before its helpers', as EvalPlus loads it. */
function mathFirst(prompt: string): string {
  return `import math\n${prompt.replace('import math\n', '')}`;
}

/** A task without further inputs is published with an empty object in their place. */
function listIn(inputs: string): readonly unknown[] | null {
  try {
    const form = parseForm(inputs);
    if (Array.isArray(form)) return form.every(Array.isArray) ? form : null;
    return JSON.stringify(form) === '{}' ? [] : null;
  } catch {
    return null;
  }
}

function docstringText(prompt: string): string {
  const inner = /^\s*(?:"""([^]*)"""|'''([^]*)''')\s*$/.exec(prompt);
  return `${(inner?.[1] ?? inner?.[2] ?? prompt).trim()}\n`;
}

/** Statements that begin with `assert` at the start of a line, up to the next one. */
function assertsOf(statement: string): readonly string[] {
  return statement
    .split(/^(?=assert\b)/m)
    .filter((part) => part.startsWith('assert'))
    .map((part) => part.trim())
    .filter(parsesAsPython);
}
