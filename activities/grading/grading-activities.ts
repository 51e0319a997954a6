import type { GradingPorts } from '../../core/ports/grading';
import type { Store } from '../../core/ports/records';
import type {
  BatchItem,
  BatchVerdict,
  BatchVerdicts,
  GradingBatch,
} from '../../core/schemas/grading';
import type { Check } from '../../core/tasks/check';
import { checkOf } from '../../core/tasks/check-of';
import type { ActivityDependencies } from '../dependencies';
import { durable } from '../work/durable';
import { batchOptions } from './batch-options';
import { gradeChecks } from './grade-checks';
import type { GradedCheck } from './grade-checks';
import { keepVerdicts, readBatch } from './stored-batch';

/** Grading apart from any attempt: many programs in one activity, everything by reference. */
export function createGradingActivities(dependencies: ActivityDependencies): GradingPorts {
  const { store } = dependencies;
  return {
    gradeBatch: (input) =>
      durable(store, null, async (context) => {
        const batch = await readBatch(store.blobs, input.batch);
        const checks = await checksOf(store, batch);
        const results = await gradeChecks(checks, await batchOptions(dependencies, context, batch));
        const verdicts = verdictsOf(batch, results);
        return {
          verdicts: await keepVerdicts(store.blobs, verdicts),
          graded: verdicts.filter(({ kind }) => kind === 'graded').length,
          unscored: verdicts.filter(({ kind }) => kind === 'unscored').length,
          passed: verdicts.filter(passedAll).length,
        };
      }),
  };
}

async function checksOf(store: Store, batch: GradingBatch): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const item of batch.items) checks.push(await checkOfItem(store, batch, item));
  return checks;
}

async function checkOfItem(
  store: Store,
  batch: GradingBatch,
  { dataset, problem: id, program }: BatchItem,
): Promise<Check> {
  const problem = await store.problems.problem(dataset, id);
  const text = await store.blobs.get(program);
  const tests = batch.tests === 'visible' ? batch.tests : await store.problems.hidden(dataset, id);
  return checkOf(problem, tests, text, batch);
}

function verdictsOf({ items }: GradingBatch, results: readonly GradedCheck[]): BatchVerdicts {
  return items.flatMap((item, index): BatchVerdicts => {
    const one = results[index];
    if (one === undefined) return [];
    return one.kind === 'graded'
      ? [{ ...item, kind: one.kind, result: one.result }]
      : [{ ...item, kind: one.kind, cause: one.cause.message }];
  });
}

function passedAll(verdict: BatchVerdict): boolean {
  return (
    verdict.kind === 'graded' && verdict.result.outcomes.every(({ kind }) => kind === 'passed')
  );
}
