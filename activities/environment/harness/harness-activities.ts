import { stepPorts } from '../../../core/ports/environment';
import type { EnvironmentPorts, RunStep, StepActivity } from '../../../core/ports/environment';
import type { AttemptContexts } from '../../work/attempt-contexts';
import { durable } from '../../work/durable';
import { functionEntry } from './function-entry';
import type { HarnessModel } from './model-for-harnesses';
import { runHarnessStep } from './run-harness-step';
import { withFunction } from './open-function';
import type { HarnessDependencies } from './open-function';

/** Steps on one function of a repository; those on the whole are `activities/environment/repository`. */
export type HarnessPorts = Pick<EnvironmentPorts, StepActivity | 'finishHarness'>;

export function createHarnessActivities(
  dependencies: HarnessDependencies,
  contexts: AttemptContexts,
  model: HarnessModel,
): HarnessPorts {
  const { store } = dependencies;
  const step: RunStep = (input) =>
    durable(store, input.attempt, (context) =>
      withFunction(dependencies, contexts, input, context, (own) =>
        runHarnessStep(store.environments, own.context, input, (asked, action) =>
          model.generate(asked, { attempt: input.attempt, action }, context),
        ),
      ),
    );
  return {
    ...stepPorts(step),
    finishHarness: (input) =>
      durable(store, input.attempt, async (context) => {
        const entry = await withFunction(dependencies, contexts, input, context, (own) =>
          functionEntry(store, contexts, own, input, model, context),
        );
        await store.environments.setEntry(input.attempt, entry);
        return entry;
      }),
  };
}
