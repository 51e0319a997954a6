import { z } from 'zod';

import type { DatasetProblem } from '../core/tasks/problem';
import type { RowSource } from './paired-tests';
import { definesFunction } from './python/python-syntax';
import { visibleTestsOf } from './python/visible-tests-of';
import { parseRow, rowError } from './row-error';
import type { JsonRow } from './row-error';
import { filledText, pythonName, reference, referenceMember, taskId } from './row-fields';

/** As published; `instruct_prompt` asks for the same in prose and is not used. */
const BigCodeBenchRow = z.object({
  task_id: taskId,
  complete_prompt: filledText,
  entry_point: pythonName,
  test: filledText,
  canonical_solution: reference,
});

/** What the published tests call their class. */
const testClass = 'TestCases';

/** Runs the class to its first failure, which is the test's own end then. */
const runner = `
import unittest as _unittest

class _FirstFailure(_unittest.TestResult):
    first = None

    def addFailure(self, test, failure):
        self.first = self.first or failure[1]
        self.stop()

    addError = addFailure

    def addSubTest(self, test, subtest, failure):
        if failure is not None:
            self.addFailure(test, failure)

_result = _FirstFailure()
_unittest.defaultTestLoader.loadTestsFromTestCase(${testClass}).run(_result)
if _result.first is not None:
    raise _result.first
assert _result.testsRun > 0, "the class has no tests"
`;

/**
 * A prompt that begins a function, and a `unittest` class as the hidden check. Visible tests are the examples in the prompt.
 * If the sandbox lacks a library of `libs`, the reference fails. @throws UsageError naming file, line and field.
 */
export function bigCodeBenchProblem(row: JsonRow, source: RowSource): DatasetProblem {
  const fields = parseRow(BigCodeBenchRow, row, source.file);
  const { entry_point: entryPoint, complete_prompt: prompt } = fields;
  if (!definesFunction(fields.test, testClass)) {
    throw rowError(
      { file: source.file, line: row.line, unit: row.unit, field: 'test' },
      `defines no class ${testClass}`,
      `Put the hidden tests into \`class ${testClass}(unittest.TestCase)\`, as BigCodeBench does`,
    );
  }
  return {
    problem: {
      kind: 'function',
      id: fields.task_id,
      dataset: source.dataset,
      statement: prompt,
      entryPoint,
      preamble: prompt,
      visibleTests: [...visibleTestsOf(prompt, entryPoint)],
      visibleSetup: '',
    },
    hidden: {
      kind: 'function',
      setup: '',
      test: `${fields.test}\n${runner}`,
      ...referenceMember(fields.canonical_solution),
    },
  };
}
