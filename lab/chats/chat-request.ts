import { z } from 'zod';

import { usualBlocks } from '../../core/names/usual-values';
import { usualSessionLimits } from '../../core/adapters/session';
import { checkRequest } from '../planning/check-request';
import { choice, name, numberIn } from '../planning/request-members';
import { membersOf } from '../planning/request-options';
import type { RequestOptions } from '../planning/request-options';
import { runOptions } from '../planning/run-options';

/** Every option of a chat, in the order of the help. A new one is an entry here, and its effect in `open-chats.ts`. */
export const chatOptions = {
  model: {
    schema: name,
    value: '<name>',
    help: 'simulated, or the name of a model; required for a new chat',
  },
  script: {
    schema: name.optional(),
    value: '<file>',
    help: 'script file of the form {turns: [{say, replies}]}: the chat sends each `say` as your message, and the simulated model answers with `replies`',
  },
  seed: runOptions.seed,
  temperature: { ...runOptions.temperature, usual: "the endpoint's own" },
  maxTokens: runOptions.maxTokens,
  blocks: {
    schema: numberIn({ least: 1, most: 100, whole: true }).default(usualBlocks),
    value: '<n>',
    help: 'maximum code blocks to run for one message',
  },
  blockSeconds: {
    schema: numberIn({ least: 1, most: 3600 }).default(usualSessionLimits.blockMs / 1000),
    value: '<s>',
    help: 'time limit of a code block, in seconds of wall time',
  },
  memoryMb: {
    schema: numberIn({ least: 128, most: 1024 * 1024, whole: true }).default(
      usualSessionLimits.memoryMb,
    ),
    value: '<n>',
    help: 'memory limit of the session, in MiB',
  },
  contextTokens: {
    schema: runOptions.contextTokens.schema,
    value: '<n>',
    help: 'maximum tokens in one request; the oldest messages are left out to fit',
    usual: 'no limit',
  },
  tools: { schema: choice.default(true), help: 'do not offer the execute_code tool to the model' },
} as const satisfies RequestOptions;

export const ChatRequestSchema = z.strictObject(membersOf(chatOptions));

/** Request of a chat. Only the model is required. */
export type ChatRequest = Readonly<z.input<typeof ChatRequestSchema>>;

/** A request in which everything is said and in its range. */
export type CheckedChat = z.output<typeof ChatRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkChatRequest(request: ChatRequest): CheckedChat {
  const says = { what: 'the request of a chat', needs: 'a model', see: 'docs/chat.md' };
  return checkRequest(ChatRequestSchema, request, says);
}
