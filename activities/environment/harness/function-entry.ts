import type { EnvironmentPorts } from '../../../core/ports/environment';
import type { FunnelEntry } from '../../../core/schemas/environment-funnel';
import type { AttemptContexts } from '../../work/attempt-contexts';
import type { DurableContext } from '../../work/durable';
import { builtHarness } from './built-harness';
import type { Built } from './built-harness';
import { saveGraded } from './graded-harness';
import type { HarnessContext } from './harness-context';
import type { HarnessModel } from './model-for-harnesses';
import { hasRun } from './run-harness-step';
import type { HarnessDependencies, OpenFunction } from './open-function';

/** The end of a function, with its harness if it has one. */
export async function functionEntry(
  store: HarnessDependencies['store'],
  contexts: AttemptContexts,
  { context, record }: OpenFunction,
  { attempt, function: id, finish }: Parameters<EnvironmentPorts['finishHarness']>[0],
  { refine }: HarnessModel,
  durableContext: DurableContext,
): Promise<FunnelEntry> {
  switch (finish.kind) {
    case 'accepted': {
      const made = await builtHarness(context, record, finish.harness);
      const { docstrings } = (await contexts.configOf(attempt.run, 'environment')).environment;
      const instance = docstrings
        ? await withRefined(
            context,
            made.parts,
            await refine(context, { ...made, attempt }, durableContext),
          )
        : made.built.instance;
      const harness = await store.blobs.put(JSON.stringify({ ...made.built, instance }));
      return { stage: 'accepted', id, harness };
    }
    case 'rejected': {
      const runnable = await hasRun(store.environments, attempt, id);
      return { stage: 'rejected', id, reason: finish.reason, runnable };
    }
  }
}

/** A refined docstring may have other examples. */
async function withRefined(
  context: HarnessContext,
  parts: Built['parts'],
  instance: Built['built']['instance'],
): Promise<Built['built']['instance']> {
  if (instance.docstring.by === 'original') return instance;
  return { ...instance, graded: await saveGraded(context, parts, instance.docstring.text) };
}
