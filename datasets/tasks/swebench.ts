import type { DatasetProblem } from '../../core/tasks/problem';
import { readTaskRow } from './task-row';
import type { TaskSpecs } from './read-task-specs';
import { taskSpec } from './task-specs';
import { rowError } from '../row-error';
import type { JsonRow } from '../row-error';

/** As SWE-bench has its tasks, and what others publish in its form. @throws UsageError naming file, line and field */
export function sweBenchProblem(
  row: JsonRow,
  source: {
    readonly file: string;
    readonly dataset: string;
    readonly specs?: TaskSpecs | undefined;
  },
): DatasetProblem {
  const read = readTaskRow(row.value);
  if (read.kind === 'refused') {
    const place = { file: source.file, line: row.line, unit: row.unit, field: read.field };
    throw rowError(place, read.reason, 'Correct the row, or leave it out');
  }
  const { task } = read;
  const { python, requirements, runner } = taskSpec(task, source.specs);
  return {
    problem: {
      kind: 'patch',
      id: task.id,
      dataset: source.dataset,
      statement: task.statement,
      source: {
        repository: task.repository,
        address: task.address,
        commit: task.baseCommit,
        until: task.createdAt,
        ...{ python, requirements: [...requirements], image: task.image },
        ...(task.planted === null ? {} : { planted: task.planted }),
      },
      runner,
      context: '',
      visibleTests: [],
    },
    hidden: {
      kind: 'patch',
      testPatch: task.testPatch,
      failToPass: [...task.failToPass],
      passToPass: [...task.passToPass],
      logParser: task.logParser,
      evalType: task.evalType,
      ...(task.goldPatch === '' ? {} : { reference: task.goldPatch }),
    },
  };
}
