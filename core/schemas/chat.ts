import { z } from 'zod';

import { usualBlocks } from '../names/usual-values';
import { ModelConfig } from './run';

/** What a chat is: one dialogue with a person, without a run. */
export const ChatConfig = z.strictObject({
  model: ModelConfig,
  seed: z.int().nonnegative().default(0),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.int().positive().optional(),
  reuse: z.boolean().default(true),
  /** Most blocks that are run for one message of the person. */
  blocks: z.int().min(1).max(100).default(usualBlocks),
  /** The model is offered the tool `execute_code`; it may still write a fence. */
  tools: z.boolean().default(true),
  session: z.strictObject({
    blockMs: z.int().positive(),
    memoryMb: z.int().positive(),
  }),
  contextTokens: z.int().positive().optional(),
});
export type ChatConfig = z.infer<typeof ChatConfig>;

/** `open`: it can be gone on with; `ended`: a person has ended it. */
export const chatStatuses = ['open', 'ended'] as const;
export type ChatStatus = (typeof chatStatuses)[number];
