import { z } from 'zod';

import { checkPatches, checkSource } from '../../core/patches/gold-and-no-op';
import type { Store } from '../../core/ports/records';
import { predictionText } from '../../datasets';
import type { WrittenSample } from '../../datasets';
import { checkEvaluationRequest } from '../evaluation/evaluation-request';
import { planSamples } from '../evaluation/plan-evaluation';
import type { PlannedSamples } from '../evaluation/plan-evaluation';
import type { LabContext } from '../lab-context';
import { checkRequest } from '../planning/check-request';
import { name } from '../planning/request-members';
import { membersOf } from '../planning/request-options';
import type { RequestOptions } from '../planning/request-options';
import { runOptions } from '../planning/run-options';
import { loadTasks } from './load-tasks';
import { triesOptions } from './tries-options';
import type { LoadedTask } from './load-tasks';

const tries = triesOptions({
  most: 100,
  times: 'tries of each patch; a test that comes out both ways is flaky',
  concurrency: 'patches to grade at the same time',
});

/** Every option of a check of tasks, in the order of the help. */
export const taskCheckOptions = {
  ids: {
    schema: z
      .array(name, { error: 'must be a list of ids' })
      .min(1, 'names no task')
      .readonly()
      .optional(),
    value: '<ids>',
    help: 'check only these tasks, separated by commas',
  },
  times: tries.times,
  taskSpecs: runOptions.taskSpecs,
  grading: runOptions.grading,
  concurrency: tries.concurrency,
  fresh: tries.fresh,
} as const satisfies RequestOptions;

export const TaskCheckRequestSchema = z.strictObject({
  /** Path of a file of tasks. */
  file: name,
  ...membersOf(taskCheckOptions),
});
export type TaskCheckRequest = Readonly<z.input<typeof TaskCheckRequestSchema>>;
export type CheckedTaskCheck = z.output<typeof TaskCheckRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkTaskCheckRequest(request: TaskCheckRequest): CheckedTaskCheck {
  return checkRequest(TaskCheckRequestSchema, request, {
    what: 'the request of a check of tasks',
    needs: 'file',
  });
}

/**
 * A run that checks tasks and could start: an evaluation of the gold patch and of no change, several times each.
 * @throws UsageError naming the file or option, what is wrong with it and what to do
 */
export async function planTaskCheck(
  context: Pick<LabContext, 'settings' | 'note'>,
  store: Store,
  { file, ids, times, taskSpecs, grading, concurrency, fresh }: CheckedTaskCheck,
): Promise<PlannedSamples> {
  const { dataset, tasks } = await loadTasks(context.settings, { file, taskSpecs, ids });
  const request = checkEvaluationRequest({
    ...{ samples: checkSource, dataset: file, allowMissing: true, grading, concurrency },
    // A check is to find gold patches that fail, and their verdicts name the tests.
    scoreBadReferences: true,
    // What another check found is no try of this one.
    ...(fresh === undefined ? {} : { fresh, regrade: true }),
  });
  const written = tasks.flatMap((task) => checkSamples(task, times));
  // That the others have no patch needs no word.
  const quiet = { ...context, note: () => undefined };
  return planSamples(quiet, store, { request, written, dataset });
}

function checkSamples({ problem, hidden }: LoadedTask, times: number): readonly WrittenSample[] {
  return checkPatches(hidden.reference ?? '', times).map(({ author, patch }) => ({
    names: [problem.id],
    form: 'solution',
    text: patch,
    row: predictionText(problem.id, author, patch),
  }));
}
