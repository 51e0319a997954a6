import type { Command } from 'commander';

import { registerTaskAudit } from './audit';
import { registerTaskCheck } from './check';
import { registerTaskExport } from './export';
import { registerTaskGrade } from './grade';
import { registerTaskList } from './list';
import { registerTaskShow } from './show';
import { registerTaskSolve } from './solve';

/** Commands of `task` on tasks that are there. */
export function registerTasks(task: Command): void {
  registerTaskList(task);
  registerTaskShow(task);
  registerTaskSolve(task);
  registerTaskGrade(task);
  registerTaskCheck(task);
  registerTaskAudit(task);
  registerTaskExport(task);
}
