import { z } from 'zod';

import type { PlanEvent } from '../../../core/repository/plan/plan';
import type { RetrievalContexts } from '../../../core/repository/retrieval';
import { FunctionSlice } from '../../../core/schemas/environment-built';
import { SliceFragment } from '../../../core/schemas/slice-fragment';
import { environmentRoots } from '../open-environment';
import type { ActionOf, HarnessContext } from './harness-context';
import { cachedStep, stepKey } from './cached-step';
import { runJob, StepFailure } from './run-job';

const ToldSlice = z.object({ fragments: FunctionSlice });
const ToldContext = z.object({
  context: z.enum(['sliced', 'full']),
  fragments: z.array(SliceFragment),
});

const Sliced = z.union([z.strictObject({ slice: z.string() }), StepFailure]);
const Contexts = z.strictObject({ contexts: z.string() });

/** The code that the definition needs, directly or indirectly. The definition itself comes first. */
export async function sliceFunction(
  context: HarnessContext,
  { id }: ActionOf<'slice'>,
): Promise<PlanEvent> {
  const made = await cachedStep(context, stepKey(context, 'slice', {}), Sliced, () =>
    slice(context),
  );
  if ('slice' in made) return { of: id, kind: 'sliced', slice: made.slice };
  return { of: id, kind: 'failed', ...made };
}

async function slice(context: HarnessContext): Promise<z.infer<typeof Sliced>> {
  const job = await runJob(context, 'slice_definition', requestOf(context));
  if (job.kind === 'failed') return { reason: job.reason, feedback: job.feedback };
  const told = ToldSlice.safeParse(job.records[0]);
  if (!told.success) {
    return { reason: { code: 'parse_error' }, feedback: 'The file of the function gives no tree.' };
  }
  return { slice: await context.blobs.put(JSON.stringify(told.data.fragments)) };
}

/** The code of the repository that the author of the definition may see. The body is removed everywhere. */
export async function retrievalContexts(context: HarnessContext): Promise<RetrievalContexts> {
  const { blobs } = context;
  const make = async (): Promise<z.infer<typeof Contexts>> => {
    const request = { ...requestOf(context), contexts: ['sliced', 'full'], stubbed: true };
    const job = await runJob(context, 'slice_definition', request);
    const told = job.kind === 'finished' ? job.records : [];
    const read = told.flatMap((record) => ToldContext.safeParse(record).data ?? []);
    const of = (name: string): readonly SliceFragment[] =>
      read.find((one) => one.context === name)?.fragments ?? [];
    const contexts: RetrievalContexts = { dependency: of('sliced'), full: of('full') };
    return { contexts: await blobs.put(JSON.stringify(contexts)) };
  };
  const step = await cachedStep(context, stepKey(context, 'contexts', {}), Contexts, make);
  return JSON.parse(await blobs.get(step.contexts)) as RetrievalContexts;
}

function requestOf({ definition }: HarnessContext): object {
  const { source } = environmentRoots;
  return { action: 'slice', roots: { source }, definitions: [definition.id] };
}
