import type { z } from 'zod';

import { EspalierError } from '../../../core/errors/errors';
import type { HarnessContext } from './harness-context';
import { findCached, stepKey } from './cached-step';

/** Steps that a harness has passed say nothing of it here and now: whoever went on would make it up, and trying again changes nothing. */
export class HarnessOutdatedError extends EspalierError {
  constructor(message: string) {
    super(message, {
      code: 'HARNESS_OUTDATED',
      remedy:
        'Its cells, or the rules of its steps, have changed since: `run resume` builds it anew',
    });
  }
}

/** What a step has found out of a harness, which no later step measures again. */
export async function saveFacts(
  context: HarnessContext,
  step: string,
  harness: string,
  facts: object,
): Promise<void> {
  for (const key of factKeys(context, step, harness)) await context.steps.saveStep(key, facts);
}

/** Measured here, or before the place of cells changed in mid-run. */
export async function findFacts<T>(
  context: HarnessContext,
  step: string,
  harness: string,
  schema: z.ZodType<T>,
): Promise<T | null> {
  const [here, anywhere] = factKeys(context, step, harness);
  return (await findCached(context, here, schema)) ?? (await findCached(context, anywhere, schema));
}

/** @throws HarnessOutdatedError */
export async function factsOf<T>(
  context: HarnessContext,
  step: string,
  harness: string,
  schema: z.ZodType<T>,
): Promise<T> {
  const found = await findFacts(context, step, harness, schema);
  if (found === null)
    throw new HarnessOutdatedError(`there is no record '${step}' of harness ${harness}`);
  return found;
}

function factKeys(context: HarnessContext, step: string, harness: string): [string, string] {
  const depends = { harness };
  return [stepKey(context, step, depends), stepKey(context, step, depends, null)];
}
