import { atOnce } from '../../core/values/at-once';
import { ProfileUnfitError } from '../../core/grading/profiles/unfit';
import type { GradingPorts } from '../../core/ports/grading';
import type { BatchItem, BatchVerdict, GradingBatch } from '../../core/schemas/grading';
import type { Check } from '../../core/grading/check';
import { checkOf, checkOfText } from '../../core/tasks/check-of';
import type { ActivityDependencies } from '../dependencies';
import { durable } from '../work/durable';
import type { DurableContext } from '../work/durable';
import { batchOptions } from './batch-options';
import { gradeChecks, isUnscored } from './grade-checks';
import { levelOfTool, ProblemRefusedError, scoresBadReferences } from './problem-levels';
import type { ProblemLevels } from './problem-levels';
import { keepVerdicts, readBatch } from './stored-batch';

/** Grading apart from any attempt: many programs in one activity, everything by reference. */
export function createGradingActivities(
  dependencies: ActivityDependencies,
  levels: ProblemLevels,
): GradingPorts {
  const { store, programsAtOnce } = dependencies;

  /** An error that leaves one item without a check (its reference or least level) does not affect other items. */
  async function checkOfItem(
    batch: GradingBatch,
    item: BatchItem,
    context: DurableContext,
  ): Promise<Check | string> {
    const { dataset, problem: id } = item;
    const { tests, seed, regrade, assurance: least, grading, programs } = batch;
    const problem = await store.problems.problem(dataset, id);
    const text = await store.blobs.get(item.program);
    const limits = { visible: batch.limits, hidden: batch.limits };
    const said = levelOfTool(least, grading);
    const terms = { dataset, least, said, limits, seed, regrade };
    const scored = { scoresBadReferences: scoresBadReferences(batch) };
    try {
      const { level: assurance } = await levels.required({ ...terms, ...scored }, problem, context);
      const on = tests === 'visible' ? tests : await store.problems.hidden(dataset, id);
      const checkTerms = { limits: batch.limits, seed, assurance, grading };
      return programs === 'text' && on !== 'visible'
        ? checkOfText({ problem, hidden: on }, text, checkTerms)
        : checkOf(problem, on, text, checkTerms);
    } catch (error) {
      if (isUnscored(error) || isRefused(error)) return error.message;
      throw error;
    }
  }

  return {
    gradeBatch: (input) =>
      durable(store, null, async (context) => {
        const batch = await readBatch(store.blobs, input.batch);
        const checks = await atOnce(batch.items, programsAtOnce, (item) =>
          checkOfItem(batch, item, context),
        );
        const runnable = checks.filter((check) => typeof check !== 'string');
        const options = await batchOptions(dependencies, context, batch);
        const results = (await gradeChecks(runnable, options)).values();
        const verdicts = batch.items.map((item, index): BatchVerdict => {
          const check = checks[index];
          if (typeof check === 'string') return { ...item, kind: 'unscored', cause: check };
          const { value: one } = results.next();
          if (one === undefined) throw new RangeError('a check has no result');
          return one.kind === 'graded'
            ? { ...item, kind: one.kind, result: one.result }
            : { ...item, kind: one.kind, cause: one.cause.message };
        });
        return {
          verdicts: await keepVerdicts(store.blobs, verdicts),
          graded: verdicts.filter(({ kind }) => kind === 'graded').length,
          unscored: verdicts.filter(({ kind }) => kind === 'unscored').length,
          passed: verdicts.filter(passedAll).length,
        };
      }),
  };
}

function isRefused(error: unknown): error is ProblemRefusedError | ProfileUnfitError {
  return error instanceof ProblemRefusedError || error instanceof ProfileUnfitError;
}

function passedAll(verdict: BatchVerdict): boolean {
  return (
    verdict.kind === 'graded' && verdict.result.outcomes.every(({ kind }) => kind === 'passed')
  );
}
