import { z } from 'zod';

import type { DatasetProblem } from '../core/tasks/problem';
import { visibleTestsOf } from './python/visible-tests-of';
import { definesFunction } from './python/python-syntax';
import { parseRow, rowError } from './row-error';
import type { JsonRow } from './row-error';
import { filledText, pythonName, reference, referenceMember, taskId, text } from './row-fields';

/** As published by openai/human-eval. `canonical_solution` goes with the hidden check: only grading may know it. */
const HumanEvalRow = z.object({
  task_id: taskId,
  prompt: filledText,
  entry_point: pythonName,
  test: text,
  canonical_solution: reference,
});

/** How the tests of that script compare. */
const plusScript = /^def assertion\(out, exp, atol\)/m;

/**
 * The prompt is both the statement and what is executed before a program; the hidden check calls `check(entry_point)`;
 * visible tests are the examples in its docstring, never part of `test`. @throws UsageError naming file, line and field.
 */
export function humanEvalProblem(
  row: JsonRow,
  source: { readonly file: string; readonly dataset: string },
): DatasetProblem {
  const fields = parseRow(HumanEvalRow, row, source.file);
  if (plusScript.test(fields.test)) {
    throw rowError(
      { file: source.file, line: row.line, field: 'test' },
      'is HumanEval+ as a script, as Hugging Face has it: it needs numpy, which the sandbox has not, and one of its tests is broken',
      "Use `--dataset humanevalplus`, or the .jsonl file of EvalPlus's release",
    );
  }
  if (!definesFunction(fields.test, 'check')) {
    throw rowError(
      { file: source.file, line: row.line, field: 'test' },
      'defines no function check(candidate)',
      'Put the hidden tests into `def check(candidate): ...`, as HumanEval does',
    );
  }
  return {
    problem: {
      kind: 'function',
      id: fields.task_id,
      dataset: source.dataset,
      statement: fields.prompt,
      entryPoint: fields.entry_point,
      preamble: fields.prompt,
      visibleTests: [...visibleTestsOf(fields.prompt, fields.entry_point)],
      visibleSetup: '',
    },
    hidden: {
      kind: 'function',
      setup: '',
      test: `${fields.test}\n\ncheck(${fields.entry_point})\n`,
      ...referenceMember(fields.canonical_solution),
    },
  };
}
