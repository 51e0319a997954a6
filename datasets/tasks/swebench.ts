import type { TestRunner } from '../../core/schemas/patch-task';
import type { PatchProblem } from '../../core/tasks/patch/patch';
import type { DatasetProblem } from '../../core/tasks/problem';
import { readTaskRow } from './task-row';
import type { RepositoryTask } from './repository-task';
import type { TaskSpecs } from './read-task-specs';
import { taskImage } from './swebench-image';
import { taskSpec } from './task-specs';
import { logParserName } from '../../core/patches/logs/log-parsers';
import { rowError } from '../row-error';
import type { JsonRow } from '../row-error';

/** As SWE-bench has its tasks, and what others publish in its form. @throws UsageError naming file, line and field */
export function sweBenchProblem(
  row: JsonRow,
  source: {
    readonly file: string;
    readonly dataset: string;
    readonly specs?: TaskSpecs | undefined;
    readonly taskImages?: string | undefined;
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
        ...{ python, requirements: [...requirements], image: taskImage(task, source.taskImages) },
        ...(task.planted === null ? {} : { planted: task.planted }),
      },
      runner,
      ...ownParser(runner.kind, task),
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

/** The parser that a row names for the logs of a script, where it is not that of its repository. */
function ownParser(
  runner: TestRunner['kind'],
  { repository, logParser }: Pick<RepositoryTask, 'repository' | 'logParser'>,
): Pick<PatchProblem, 'logParser'> {
  return runner === 'script' && logParser !== logParserName({ repository }) ? { logParser } : {};
}
