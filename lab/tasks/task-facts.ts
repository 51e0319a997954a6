import type { TestRunner } from '../../core/schemas/patch-task';
import { kindOf } from '../../core/tasks/kinds';
import { patchedFiles, testFilesOf } from '../../core/patches/test-directives';
import type { CheckedTask } from '../../report/patches/check-of-run';
import type { LoadedTask } from './load-tasks';

/** What a row says of a task, without the patch that solves it and without the tests that judge. */
export interface TaskFacts {
  readonly id: string;
  readonly repository: string;
  readonly address: string | null;
  readonly commit: string;
  readonly until: string | null;
  readonly python: string | null;
  readonly requirements: readonly string[];
  readonly image: string | null;
  readonly runner: TestRunner;
  readonly logParser: string;
  /** Numbers of tests. */
  readonly failToPass: number;
  readonly passToPass: number;
  readonly testFiles: readonly string[];
  readonly gold: boolean;
  /** What a check here found last. null: none has been made. */
  readonly check: CheckedTask | null;
}

export function taskFacts({ problem, hidden }: LoadedTask, check: CheckedTask | null): TaskFacts {
  const { repository, address, commit, until, python, requirements, image } = problem.source;
  return {
    ...{ id: problem.id, repository, address, commit, until, python, requirements, image },
    runner: problem.runner,
    logParser: hidden.logParser,
    failToPass: hidden.failToPass.length,
    passToPass: hidden.passToPass.length,
    testFiles:
      hidden.testPatch === ''
        ? testFilesOf([...hidden.failToPass, ...hidden.passToPass])
        : patchedFiles(hidden.testPatch),
    gold: hidden.reference !== undefined,
    check,
  };
}

/** The task as a model is told of it before anything is retrieved. */
export function taskText({ problem }: LoadedTask): string {
  return kindOf(problem).describe(problem);
}
