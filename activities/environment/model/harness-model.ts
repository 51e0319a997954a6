import type { PlanEvent } from '../../../core/repository/plan/plan';
import { mostContextTokens } from '../../../core/tasks/harness/instance-problem';
import { fillBudget } from '../../../core/repository/slices/fill-budget';
import { FunctionSlice } from '../../../core/schemas/environment-built';
import { countTokens } from '../../../llm';
import type { ActivityDependencies } from '../../dependencies';
import type { AttemptContexts } from '../../work/attempt-contexts';
import { refineDocstring } from '../docstring/refine-docstring';
import type { HarnessModel } from '../harness/model-for-harnesses';
import type { ActionOf, HarnessContext } from '../harness/harness-context';
import { cachedStep, stepKey } from '../harness/cached-step';
import { loadPart, loadParts, savePart } from '../harness/stored-harness';
import { environmentRoots } from '../open-environment';
import { prepareIn } from '../prepare-cases';
import { modelCases } from './model-cases';

/** Both things that a model does for a harness: it writes cases, and makes the docstring of an accepted one more precise. */
export function harnessModel(
  dependencies: ActivityDependencies,
  contexts: AttemptContexts,
): HarnessModel {
  const casesOf = modelCases(dependencies, contexts);
  return {
    generate: async (context, { attempt, action }, durable) => {
      const { definition, cell } = context;
      const turn = {
        ...{ attempt, definition, action, module: moduleOf(context), prepare: prepareIn(cell) },
        context: await sliceText(context, action.slice),
        previous: await previousCases(context, action),
      };
      const made = await context.without(() => casesOf(turn, durable));
      return eventOf(context, action, made);
    },
    refine: async (context, { attempt, built, parts }, durable) => {
      const config = await contexts.configOf(attempt.run, 'environment');
      return context.without(() =>
        refineDocstring(dependencies, durable, {
          ...{ attempt, config, parts, instance: built.instance, roots: environmentRoots },
          known: (schema, make) =>
            cachedStep(context, stepKey(context, 'captured calls', { parts }), schema, make),
          inCell: async (work) => {
            const done = await work(context.cell);
            return context.without(() => Promise.resolve(done));
          },
        }),
      );
    },
  };
}

async function eventOf(
  context: HarnessContext,
  { id }: ActionOf<'generate'>,
  made: Awaited<ReturnType<ReturnType<typeof modelCases>>>,
): Promise<PlanEvent> {
  if (made.kind === 'cases') {
    return { of: id, kind: 'generated', part: await savePart(context, made.part) };
  }
  const { reason, feedback } = made;
  return { of: id, kind: 'failed', reason, feedback };
}

function moduleOf({ definition: { module, id } }: HarnessContext): string {
  if (module === null) throw new RangeError(`${id} belongs to no module`);
  return module;
}

async function sliceText({ blobs, definition }: HarnessContext, slice: string): Promise<string> {
  const fragments = FunctionSlice.parse(JSON.parse(await blobs.get(slice)));
  const budget = { tokens: mostContextTokens, countTokens };
  return fillBudget(fragments, definition.path, budget).text;
}

/** The cases of the previous turn if it failed, otherwise the cases of the harness. */
async function previousCases(
  context: HarnessContext,
  { failed, harness }: ActionOf<'generate'>,
): Promise<string | null> {
  const part = failed?.part ?? null;
  const parts = part === null ? await loadParts(context, harness) : [await loadPart(context, part)];
  return parts.length === 0 ? null : parts.map(({ source }) => source.trimEnd()).join('\n\n\n');
}
