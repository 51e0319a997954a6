import { z } from 'zod';

import { UsageError } from '../core/errors/errors';
import type { DatasetProblem } from '../core/tasks/problem';
import { parsesAsPython } from './python/python-syntax';
import { readJsonl } from './read-jsonl';
import { checkUniqueIds, parseRow, rowError } from './row-error';
import { taskId, text } from './row-fields';

const VisibleTestsRow = z.object({ task_id: taskId, given_tests: z.array(text) });

/**
 * The rows with the visible tests of a file (`task_id`, `given_tests`: Python statements). A problem that it does not name
 * (`unnamed`) keeps its own; rows for absent problems are passed over. @throws UsageError for a malformed file, a test that
 * is not Python, a problem without a function that a statement could call, or a file that names none of the problems.
 */
export async function withVisibleTestsOf(
  file: string,
  problems: readonly DatasetProblem[],
): Promise<{ readonly rows: readonly DatasetProblem[]; readonly unnamed: ReadonlySet<string> }> {
  const rows = await readJsonl(file);
  const given = rows.map((row) => {
    const fields = parseRow(VisibleTestsRow, row, file);
    const bad = fields.given_tests.findIndex((test) => test.trim() === '' || !parsesAsPython(test));
    if (bad >= 0) {
      throw rowError(
        { file, line: row.line, field: `given_tests.${bad}` },
        'is not a Python statement',
        'Write each test as one statement, such as `assert f(1) == 2`',
      );
    }
    return { id: fields.task_id, line: row.line, tests: fields.given_tests };
  });
  checkUniqueIds(given, file, 'task_id');
  const tests = new Map(given.map((row) => [row.id, row.tests]));
  if (!problems.some(({ problem }) => tests.has(problem.id))) {
    throw new UsageError(
      `${file} has visible tests for none of the data set's problems (it begins with ${given[0]?.id ?? 'nothing'}, the data set with ${problems[0]?.problem.id ?? 'nothing'})`,
      'Give the file that belongs to this data set',
      { code: 'BAD_DATASET_FILE' },
    );
  }
  const shown = problems.map((row) => {
    const visibleTests = tests.get(row.problem.id);
    if (visibleTests === undefined) return row;
    const { problem } = row;
    if (problem.kind !== 'function') throw noStatements(file, problem.id);
    return { ...row, problem: { ...problem, visibleTests: [...visibleTests] } };
  });
  const ids = problems.map(({ problem }) => problem.id);
  return { rows: shown, unnamed: new Set(ids.filter((id) => !tests.has(id))) };
}

function noStatements(file: string, id: string): UsageError {
  return new UsageError(
    `${file} has Python statements as the visible tests of ${id}, which is a whole program without a function to call`,
    'Leave its row out: such a problem keeps the examples of its data set',
    { code: 'BAD_DATASET_FILE' },
  );
}
