import { z } from 'zod';

import { UsageError } from '../core/errors/errors';
import { steeringCommand, steeringKinds } from '../core/names/steering-commands';
import { valueText } from './planning/value-text';
import { RunRequestSchema } from './planning/run-request';

const text = z.string({ error: 'must be a text' }).min(1, 'is empty');
const choice = z.boolean({ error: 'must be true or false' }).optional();
const callback = z.custom((given) => typeof given === 'function', 'must be a function').optional();
/** Any object, because `process.env` is not a plain object. */
const variables = z
  .custom((given) => typeof given === 'object' && given !== null, 'must be an object')
  .optional();
const signal = z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }).optional();
const members = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? undefined : 'must be an object'),
  });

/** The member of a request of a run, without its default. */
const concurrency = RunRequestSchema.shape.concurrency.unwrap();

const Place = members({
  problem: text,
  sample: z.int({ error: 'must be a whole number' }).min(0, 'must be at least 0').optional(),
});
const steerings = steeringKinds.map((kind) => {
  const texts = Object.entries(steeringCommand(kind).members)
    .filter(([, given]) => given !== 'lab-only')
    .map(([name, given]) => [name, given === 'optional' ? text.optional() : text] as const);
  return members({ kind: z.literal(kind), ...Object.fromEntries(texts) });
});
const Steering = z.discriminatedUnion('kind', steerings as [(typeof steerings)[number]], {
  error: `must be an object whose kind is ${steeringKinds.slice(0, -1).join(', ')} or ${String(steeringKinds.at(-1))}`,
});

/** Arguments of library functions by `group.name`, in order. A request has its own check, which commands share. */
export const libraryArguments = {
  openLab: {
    options: members({
      home: text.optional(),
      // The settings check the values.
      environment: variables,
      onNote: callback,
    }).optional(),
  },
  plan: {},
  start: {},
  planSweep: {},
  sweep: {
    request: z.unknown(),
    options: members({ onRun: callback, onProgress: callback, signal }).optional(),
  },
  watch: { run: text, options: members({ onProgress: callback, signal }).optional() },
  read: { run: text },
  attempts: { run: text },
  export: {
    run: text,
    folder: text,
    options: members({ force: choice, partial: choice, withCalls: choice }).optional(),
  },
  verify: {
    place: text,
    options: members({
      onProgress: callback,
      signal: z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }).optional(),
    }).optional(),
  },
  resume: {
    run: text,
    options: members({
      concurrency: concurrency.optional(),
      parallel: RunRequestSchema.shape.parallel,
      baseUrl: text.optional(),
    }).optional(),
  },
  retryNow: { run: text },
  set: { run: text, settings: members({ concurrency }) },
  cancel: { run: text },
  pause: { run: text, place: Place.optional() },
  steer: { run: text, place: Place, steering: Steering },
  openChat: {},
  attachChat: { chat: text },
  exportChat: { chat: text, folder: text, options: members({ force: choice }).optional() },
  chats: {},
  'environments.build': {},
  evaluate: {},
  simulate: {
    request: z.unknown(),
    options: members({ onProgress: callback, signal }).optional(),
  },
  runs: {},
  diagnose: {},
  down: {},
  close: {},
} as const;

export type LibraryFunction = keyof typeof libraryArguments;

/**
 * Checks the arguments of a function of the library, because programs without types may pass anything. Further arguments are
 * ignored, as usual in JavaScript.
 * @throws UsageError (`BAD_REQUEST`) naming the function, the argument or option, its value and what it may be
 */
export function checkArguments(name: LibraryFunction, given: readonly unknown[]): void {
  const shape: Readonly<Record<string, z.ZodType>> = libraryArguments[name];
  const named = Object.fromEntries(Object.keys(shape).map((key, at) => [key, given[at]]));
  const parsed = z.object(shape).safeParse(named);
  if (parsed.success) return;
  const [issue] = parsed.error.issues;
  throw new UsageError(
    `${name}: ${issue === undefined ? 'cannot be called so' : issueText(issue, named)}`,
    'See docs/library.md',
    { code: 'BAD_REQUEST' },
  );
}

function issueText(issue: z.core.$ZodIssue, named: Readonly<Record<string, unknown>>): string {
  const place = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return `there is no ${issue.keys.map((key) => `${place}.${key}`).join(', ')}`;
  }
  let value: unknown = named;
  for (const key of issue.path) value = (value as Record<PropertyKey, unknown> | null)?.[key];
  if (value === undefined) return `${place} is missing: it ${issue.message}`;
  // An environment holds keys, so its values are not shown.
  const shown = issue.path[1] === 'environment' ? '' : ` ${valueText(value)}`;
  return `${place}${shown} ${issue.message}`;
}
