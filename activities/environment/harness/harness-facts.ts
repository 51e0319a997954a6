import type { z } from 'zod';

import { EspalierError } from '../../../core/errors/errors';
import type { HarnessContext } from './harness-context';
import { findCached, stepKey } from './cached-step';

/**
 * The steps that a harness passed have no stored facts here. Continuing would need invented facts, and a retry changes
 * nothing.
 */
export class HarnessOutdatedError extends EspalierError {
  constructor(message: string) {
    super(message, {
      code: 'HARNESS_OUTDATED',
      remedy:
        'Its cells, or the rules of its steps, have changed since: `run resume` builds it anew',
    });
  }
}

/** The facts that a step found about a harness. No later step measures them again. */
export async function saveFacts(
  context: HarnessContext,
  step: string,
  harness: string,
  facts: object,
): Promise<void> {
  for (const key of factKeys(context, step, harness)) await context.steps.saveStep(key, facts);
}

/** The facts were measured here, or before the place of the cells changed during the run. */
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
