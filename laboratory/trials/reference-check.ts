import { EspalierError } from '../../core/errors/errors';
import type { Problem } from '../../core/tasks/problem';
import type { CheckTerms, FunctionCheck } from '../../core/grading/check';
import { checkOf } from '../../core/tasks/check-of';
import { kindOf } from '../../core/tasks/kinds';

/** What of a published problem its programs are made and checked with. */
export interface ReferenceTask {
  readonly id: string;
  readonly entryPoint: string;
  /** Put before a program, with a newline between; empty: nothing. */
  readonly preamble: string;
}

function problemOf({ id, entryPoint, preamble }: ReferenceTask): Problem {
  const unshown = { dataset: 'references', statement: '', visibleTests: [], visibleSetup: '' };
  return { kind: 'function', id, entryPoint, preamble, ...unshown };
}

export function executedReference(task: ReferenceTask, program: string): string {
  const problem = problemOf(task);
  return kindOf(problem).executed(problem, program);
}

/** As grading makes it, of a text that is executed as it is: a mutant is made from the whole text. */
export function referenceCheck(
  task: ReferenceTask,
  { test, executed }: { readonly test: string; readonly executed: string },
  terms: CheckTerms,
): FunctionCheck {
  const check = checkOf(problemOf(task), { kind: 'function', setup: '', test }, '', terms);
  if (check.kind !== 'function') {
    throw new EspalierError(`the check of ${task.id} is for a ${check.kind}`, {
      code: 'CHECK_MISMATCH',
      remedy: 'Report it: a function has the check of a function',
    });
  }
  return { ...check, task: { ...check.task, program: executed } };
}
