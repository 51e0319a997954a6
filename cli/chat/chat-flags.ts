import type { Command } from 'commander';
import { Option } from 'commander';

import { UsageError } from '../../core/errors';
import type { ChatRequest } from '../../lab/chats/chats';
import { chatRanges } from '../../lab/chats/chat-request';
import { flagName } from '../../lab/planning/flag-name';
import { parseNumber } from '../parse-number';

export interface ChatFlags {
  readonly model?: string;
  readonly script?: string;
  readonly byHand?: boolean;
  readonly attach?: readonly string[];
  readonly saveTo?: string;
  readonly seed?: string;
  readonly temperature?: string;
  readonly maxTokens?: string;
  readonly blocks?: string;
  readonly blockSeconds?: string;
  readonly memoryMb?: string;
  readonly contextTokens?: string;
  readonly tools: boolean;
}

/** The flags that a chat has, with the meaning each has. */
export function addChatFlags(command: Command): Command {
  return command
    .option('--model <name>', 'simulated, or the name of a model; a new chat needs it')
    .option(
      '--script <file>',
      'type what {turns: [{say, replies}]} says; the simulated model answers from it',
    )
    .option('--by-hand', 'type yourself what a script would; the simulated model answers from it')
    .option(
      '--attach <file>',
      'goes with the first message; may be said more than once',
      (file: string, before: readonly string[] = []) => [...before, file],
    )
    .option('--save-to <folder>', 'write whatever is made into this folder')
    .option('--seed <n>', 'another seed asks the model anew')
    .option('--temperature <t>', '0 to 2')
    .option('--max-tokens <n>', 'longest reply, tokens')
    .option('--blocks <n>', 'blocks run for one message, 1 to 100, usually 3')
    .option('--block-seconds <s>', 'a block is interrupted after so long, usually 20')
    .option('--memory-mb <n>', 'memory of the session')
    .option('--context-tokens <n>', 'older messages are left out of requests beyond')
    .addOption(new Option('--no-tools', 'the model is not offered the tool execute_code'));
}

/** The request of a new chat. @throws UsageError naming the flag, its value and what it may be */
export function chatRequest(flags: ChatFlags): ChatRequest {
  if (flags.model === undefined) {
    throw new UsageError(
      'a new chat needs --model',
      'Say --model simulated or --model NAME, or name a chat: `espalier chat list` has them',
      { code: 'BAD_FLAG' },
    );
  }
  return {
    model: flags.model,
    // A model with words of its own is told nothing of what is typed.
    script: flags.model === 'simulated' ? flags.script : undefined,
    seed: parseNumber('seed', flags.seed, chatRanges.seed),
    temperature: parseNumber('temperature', flags.temperature, chatRanges.temperature),
    maxTokens: parseNumber('maxTokens', flags.maxTokens, chatRanges.maxTokens),
    blocks: parseNumber('blocks', flags.blocks, chatRanges.blocks),
    blockSeconds: parseNumber('blockSeconds', flags.blockSeconds, chatRanges.blockSeconds),
    memoryMb: parseNumber('memoryMb', flags.memoryMb, chatRanges.memoryMb),
    contextTokens: parseNumber('contextTokens', flags.contextTokens, chatRanges.contextTokens),
    tools: flags.tools,
  };
}

/** What only a new chat can be given. @throws UsageError naming the first that was */
export function refuseNewChatFlags(flags: ChatFlags): void {
  const { script, byHand, attach, saveTo, tools, ...ofNew } = flags;
  void [script, byHand, attach, saveTo];
  const given = Object.entries(ofNew).find(
    ([name, value]) => name !== 'json' && value !== undefined,
  );
  if (given === undefined && tools) return;
  const name = given?.[0] ?? 'noTools';
  throw new UsageError(
    `${flagName(name)} is for a new chat`,
    'Leave the flag out; /model chooses another model in the chat',
    { code: 'BAD_FLAG' },
  );
}
