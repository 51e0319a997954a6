import { z } from 'zod';

import { environmentRoots } from '../open-environment';
import type { HarnessContext } from './harness-context';
import { cachedStep, stepKey } from './cached-step';
import { runJob } from './run-job';

const Texts = z.object({
  definition: z.string().min(1),
  signature: z.string().min(1),
  /** The definition with a body that raises. */
  stub: z.string().min(1),
});
const Told = z.object({ texts: Texts.nullable() });

/** The definition and its signature as written in the file. null: they cannot be read. A candidate never sees them. */
export async function definitionTexts(
  context: HarnessContext,
): Promise<z.infer<typeof Texts> | null> {
  const { path, qualname, n } = context.definition;
  const { source } = environmentRoots;
  const make = async (): Promise<z.infer<typeof Told>> => {
    const operations = [{ do: 'text', path, qualname, n }];
    const job = await runJob(context, 'stubs', { roots: { source }, operations });
    const told = job.kind === 'finished' ? Texts.safeParse(job.records[0]).data : undefined;
    return { texts: told ?? null };
  };
  return (await cachedStep(context, stepKey(context, 'texts', {}), Told, make)).texts;
}
