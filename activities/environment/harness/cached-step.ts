import type { z } from 'zod';

import { asJson, canonicalJson } from '../../../core/values/canonical-json';
import { sha256Of } from '../../sha256-of';
import type { HarnessContext } from './harness-context';

/** Raise this number when the steps decide differently on equal records. */
const stepRules = 2;

/** The key of a result: the environment, the definition, our tools and their place, and what the step itself depends on. */
export function stepKey(
  context: HarnessContext,
  step: string,
  depends: unknown,
  place: HarnessContext['cell']['place'] | null = context.cell.place,
): string {
  const { environment, definition } = context;
  const all = { stepRules, step, environment, definition: definition.id, place };
  return sha256Of(canonicalJson(asJson({ ...all, depends })));
}

/** The stored result of a step; null: there is none. */
export async function findCached<T>(
  { steps }: HarnessContext,
  key: string,
  schema: z.ZodType<T>,
): Promise<T | null> {
  return schema.safeParse(await steps.findStep(key)).data ?? null;
}

/** The result of a step, from the store or computed now. */
export async function cachedStep<T extends object>(
  context: HarnessContext,
  key: string,
  schema: z.ZodType<T>,
  make: () => Promise<T>,
): Promise<T> {
  const found = await findCached(context, key, schema);
  if (found !== null) return found;
  const made = await make();
  await context.steps.saveStep(key, made);
  return made;
}
