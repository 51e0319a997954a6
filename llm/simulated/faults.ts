import { z } from 'zod';

import { UsageError } from '../../core/errors/errors';
import { ContentFaults } from './replies/reply-settings';
import { unitOf } from './seeded';

const rate = z.number().min(0).max(1).default(0);

/** Trouble on the way, decided by a request's identity and how often it has arrived: a retry may get through. */
export const TransportFaults = z
  .strictObject({
    /** Share answered with 429 and Retry-After. */
    rate429: rate,
    /** What Retry-After says, ms. */
    retryAfterMs: z.int().nonnegative().default(1000),
    /** Share answered with 500. */
    rate500: rate,
    /** Share that gets no answer for `hangMs`, then a closed connection. */
    rateHang: rate,
    hangMs: z.int().positive().default(30_000),
    /** Share whose connection is closed without an answer. */
    rateDrop: rate,
    /** Only the first so many arrivals of an identity can meet a fault; absent: all. */
    firstArrivals: z.int().positive().optional(),
  })
  .refine(
    ({ rate429, rate500, rateHang, rateDrop }) =>
      rate429 + rate500 + rateHang + rateDrop <= 1 + 1e-9,
    'rate429, rate500, rateHang and rateDrop may not add up to more than 1',
  );
export type TransportFaults = z.infer<typeof TransportFaults>;
export type TransportFaultsInput = z.input<typeof TransportFaults>;

export type TransportFault =
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number }
  | { readonly kind: 'server-error' }
  | { readonly kind: 'hang'; readonly hangMs: number }
  | { readonly kind: 'drop' };

export type ContentFault = 'refusal' | 'malformed' | 'cutOff' | 'emptyChoices';

export interface Faults {
  readonly transport: TransportFaults;
  readonly content: ContentFaults;
}

const contentNames = ['refusal', 'malformed', 'cutOff', 'emptyChoices'] as const;

/** One JSON object with the members of both kinds. @throws UsageError naming the member that is wrong. */
export function parseFaults(text: string): Faults {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badFaults(`not JSON: ${text.slice(0, 80)}`, cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badFaults(`not a JSON object: ${text.slice(0, 80)}`);
  }
  const members = Object.entries(value);
  const isContent = (name: string): boolean => contentNames.some((known) => known === name);
  return {
    content: parsed(
      ContentFaults,
      members.filter(([name]) => isContent(name)),
    ),
    transport: parsed(
      TransportFaults,
      members.filter(([name]) => !isContent(name)),
    ),
  };
}

/** The fault that this arrival of this request meets, if any. Arrivals count from 1. */
export function transportFaultOf(
  faults: TransportFaults,
  identity: string,
  arrival: number,
): TransportFault | null {
  if (faults.firstArrivals !== undefined && arrival > faults.firstArrivals) return null;
  const kind = pick(unitOf(['transport-fault', identity, arrival]), [
    ['rate-limited', faults.rate429],
    ['server-error', faults.rate500],
    ['hang', faults.rateHang],
    ['drop', faults.rateDrop],
  ]);
  if (kind === null) return null;
  if (kind === 'rate-limited') return { kind, retryAfterMs: faults.retryAfterMs };
  if (kind === 'hang') return { kind, hangMs: faults.hangMs };
  return { kind };
}

/** The fault that every answer to this request has, if any. */
export function contentFaultOf(faults: ContentFaults, identity: string): ContentFault | null {
  return pick(
    unitOf(['content-fault', identity]),
    contentNames.map((name) => [name, faults[name]] as const),
  );
}

function pick<K extends string>(
  chance: number,
  shares: readonly (readonly [K, number])[],
): K | null {
  let reached = 0;
  for (const [kind, share] of shares) {
    reached += share;
    if (chance < reached) return kind;
  }
  return null;
}

function parsed<T>(schema: z.ZodType<T>, members: readonly [string, unknown][]): T {
  const result = schema.safeParse(Object.fromEntries(members));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const member = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  throw badFaults(`${member}${issue?.message ?? 'invalid'}`, result.error);
}

function badFaults(message: string, cause?: unknown): UsageError {
  return new UsageError(
    `faults of the model server: ${message}`,
    'Give a JSON object such as {"rate429":0.1,"retryAfterMs":200,"rate500":0.05,"rateHang":0,"hangMs":30000,"rateDrop":0.02,"firstArrivals":3,"refusal":0.01,"malformed":0.01,"cutOff":0.01,"emptyChoices":0.01}; rates are shares from 0 to 1',
    { code: 'BAD_FAULTS', cause },
  );
}
