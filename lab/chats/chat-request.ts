import { z } from 'zod';

import { UsageError } from '../../core/errors/errors';
import { usualBlocks } from '../../core/names/usual-values';
import { usualSessionLimits } from '../../core/adapters/session';
import { inRange, rangeText } from '../planning/number-range';
import type { NumberRange } from '../planning/number-range';
import { valueText } from '../planning/value-text';
import type { ChatRequest } from './chats';

/** Ranges of the numbers of a chat. */
export const chatRanges = {
  seed: { least: 0, whole: true },
  temperature: { least: 0, most: 2 },
  maxTokens: { least: 1, whole: true },
  blocks: { least: 1, most: 100, whole: true },
  blockSeconds: { least: 1, most: 3600 },
  memoryMb: { least: 128, most: 1024 * 1024, whole: true },
  contextTokens: { least: 500, whole: true },
} as const satisfies Readonly<Record<string, NumberRange>>;

export const usualBlockSeconds = usualSessionLimits.blockMs / 1000;

const number = (name: keyof typeof chatRanges) => {
  const range = chatRanges[name];
  const error = `must be ${rangeText(range)}`;
  return z.number({ error }).refine((given) => inRange(given, range), { error });
};
const name = z.string({ error: 'must be a text' }).trim().min(1, 'is empty');

const ChatRequestSchema = z.strictObject({
  model: name,
  script: name.optional(),
  seed: number('seed').default(0),
  temperature: number('temperature').optional(),
  maxTokens: number('maxTokens').optional(),
  blocks: number('blocks').default(usualBlocks),
  tools: z.boolean({ error: 'must be true or false' }).default(true),
  blockSeconds: number('blockSeconds').default(usualBlockSeconds),
  memoryMb: number('memoryMb').default(usualSessionLimits.memoryMb),
  contextTokens: number('contextTokens').optional(),
}) satisfies z.ZodType<unknown, ChatRequest>;

/** A request in which everything is said and in its range. */
export type CheckedChat = z.output<typeof ChatRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkChatRequest(request: ChatRequest): CheckedChat {
  const parsed = ChatRequestSchema.safeParse(request);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const key = issue?.path[0];
  const given = key === undefined ? request : request[key as keyof ChatRequest];
  const what =
    issue?.code === 'unrecognized_keys'
      ? `there is no ${issue.keys.join(', ')}`
      : key === undefined
        ? `it is ${valueText(request)}, and must be an object with a model`
        : given === undefined
          ? `${String(key)} is missing`
          : `${String(key)} ${valueText(given)} ${issue?.message ?? 'cannot be used'}`;
  throw new UsageError(`the request of a chat: ${what}`, 'See docs/chat.md', {
    code: 'BAD_REQUEST',
  });
}
