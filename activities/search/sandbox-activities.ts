import { sumFreshCells } from '../../core/grading/sum-fresh-cells';
import type { SandboxPorts } from '../../core/ports/search';
import type { VisibleResult } from '../../core/schemas/search';
import { checkOf } from '../../core/tasks/check-of';
import { noProgramFeedback, visibleFeedback } from '../../core/tasks/visible-feedback';
import type { VisibleFeedback } from '../../core/tasks/visible-feedback';
import type { ActivityDependencies } from '../dependencies';
import { batchOptions } from '../grading/batch-options';
import { checkTerms } from '../grading/check-terms';
import { gradeAttempt } from '../grading/grade-attempt';
import { gradeAllChecks } from '../grading/grade-checks';
import { levelTerms } from '../grading/problem-levels';
import type { ProblemLevels } from '../grading/problem-levels';
import type { AttemptContexts } from '../work/attempt-contexts';
import { durable } from '../work/durable';
import { TextStore } from '../work/text-store';

/** Everything of a search that runs a candidate. Only `finishSearch` ever runs one on a hidden test. */
export function createSandboxActivities(
  dependencies: ActivityDependencies,
  contexts: AttemptContexts,
  levels: ProblemLevels,
): SandboxPorts {
  const { store } = dependencies;
  const texts = new TextStore(store.blobs);

  return {
    runVisibleTests: ({ attempt, program }) =>
      durable(store, attempt, async (context): Promise<VisibleResult> => {
        const {
          run: { config },
          problem,
        } = await contexts.of(attempt);
        if (program === null) {
          return keepFeedback(texts, noProgramFeedback(problem));
        }
        const text = await store.blobs.get(program);
        const terms = levelTerms(config, problem.id);
        const { level } = await levels.required(terms, problem, context);
        const check = checkOf(problem, 'visible', text, checkTerms(config, 'visible', level));
        const results = await gradeAllChecks(
          [check],
          await batchOptions(dependencies, context, config),
        );
        const outcomes = results.flatMap((result) => result.outcomes);
        const freshCells = sumFreshCells(results.map(({ provenance }) => provenance));
        return {
          ...(await keepFeedback(texts, visibleFeedback(problem, outcomes))),
          ...freshCells,
        };
      }),

    finishSearch: ({ attempt, outcome }) =>
      durable(store, attempt, (context) =>
        gradeAttempt({ dependencies, contexts, levels }, { attempt, outcome, context }),
      ),
  };
}

/** The text goes to the store; the history gets its reference. */
async function keepFeedback(
  texts: TextStore,
  { text, ...facts }: VisibleFeedback,
): Promise<VisibleResult> {
  return { ...facts, feedback: await texts.keep(text) };
}
