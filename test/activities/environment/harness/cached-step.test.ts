import { z } from 'zod';

import {
  cachedStep,
  findCached,
  stepKey,
} from '../../../../activities/environment/harness/cached-step';
import {
  factsOf,
  findFacts,
  saveFacts,
} from '../../../../activities/environment/harness/harness-facts';
import type { HarnessContext } from '../../../../activities/environment/harness/harness-context';
import { definitionAt } from '../../../fakes/environment-samples';
import { createMemoryEnvironments } from '../../../fakes/memory-environments';

const Result = z.strictObject({ value: z.number() });

function contextOf(changes: object = {}): HarnessContext {
  return {
    ...{ steps: createMemoryEnvironments(), environment: 'a'.repeat(64) },
    ...{ definition: definitionAt('m.py', 'f', 0), cell: { place: 'here' }, ...changes },
  } as unknown as HarnessContext;
}

test('a key is of environment, definition, place, step and what it depends on', () => {
  const keyOf = (changes: object, step = 'run', depends: unknown = { a: 1 }): string =>
    stepKey(contextOf(changes), step, depends);
  const keys = [
    keyOf({}),
    keyOf({ environment: 'b'.repeat(64) }),
    keyOf({ definition: definitionAt('m.py', 'g', 0) }),
    keyOf({ cell: { place: 'there' } }),
    keyOf({}, 'coverage'),
    keyOf({}, 'run', { a: 2 }),
    stepKey(contextOf(), 'run', { a: 1 }, null),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(keyOf({})).toBe(keys[0]);
});

test('a step runs once; it runs again if its stored result has another form', async () => {
  const context = contextOf();
  let made = 0;
  const make = async () => ({ value: (made += 1) });
  const key = stepKey(context, 'run', {});
  expect(await findCached(context, key, Result)).toBeNull();
  expect(await cachedStep(context, key, Result, make)).toEqual({ value: 1 });
  expect(await cachedStep(context, key, Result, make)).toEqual({ value: 1 });
  expect(await findCached(context, key, Result)).toEqual({ value: 1 });
  await context.steps.saveStep('old', { other: 1 });
  expect(await cachedStep(context, 'old', Result, make)).toEqual({ value: 2 });
});

test('facts are found at the place where they were measured, and after the place has changed', async () => {
  const context = contextOf();
  await saveFacts(context, 'coverage', 'h', { value: 1 });
  expect(await findFacts(context, 'coverage', 'h', Result)).toEqual({ value: 1 });
  const moved = {
    ...context,
    cell: { ...context.cell, place: 'there' },
  } as unknown as HarnessContext;
  expect(await factsOf(moved, 'coverage', 'h', Result)).toEqual({ value: 1 });
});

test('facts of this place go before those of another one', async () => {
  const context = contextOf();
  await context.steps.saveStep(stepKey(context, 'coverage', { harness: 'h' }), { value: 1 });
  await context.steps.saveStep(stepKey(context, 'coverage', { harness: 'h' }, null), { value: 2 });
  expect(await findFacts(context, 'coverage', 'h', Result)).toEqual({ value: 1 });
});

test('facts that are nowhere are an error that names step and harness', async () => {
  const context = contextOf();
  await saveFacts(context, 'coverage', 'h', { value: 1 });
  for (const [step, harness] of [
    ['mutation', 'h'],
    ['coverage', 'i'],
  ] as const) {
    expect(await findFacts(context, step, harness, Result)).toBeNull();
    await expect(factsOf(context, step, harness, Result)).rejects.toMatchObject({
      code: 'HARNESS_OUTDATED',
      message: `there is no record '${step}' of harness ${harness}`,
    });
  }
});
