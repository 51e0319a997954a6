import type { Command } from 'commander';
import { Option } from 'commander';

import { UsageError } from '../../core/errors/errors';
import { usualBlocks } from '../../core/names/usual-values';
import type { ChatRequest } from '../../lab/chats/chats';
import { chatRanges, usualBlockSeconds } from '../../lab/chats/chat-request';
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
    .option('--model <name>', 'simulated, or the name of a model; required for a new chat')
    .option(
      '--script <file>',
      'script file of the form {turns: [{say, replies}]}: the chat sends each `say` as your message, and the simulated model answers with `replies`',
    )
    .option(
      '--by-hand',
      'with --script: you type the messages; the simulated model still gives the replies of the script',
    )
    .option(
      '--attach <file>',
      'attach this file to the first message; can be repeated',
      (file: string, before: readonly string[] = []) => [...before, file],
    )
    .option('--save-to <folder>', 'write every file that the chat makes into this folder')
    .option(
      '--seed <n>',
      'random seed; with a different seed, the model is asked again and stored replies are not reused',
    )
    .option('--temperature <t>', 'sampling temperature, 0 to 2')
    .option('--max-tokens <n>', 'maximum tokens in one reply')
    .option(
      '--blocks <n>',
      `maximum code blocks to run for one message, 1 to 100 (default: ${String(usualBlocks)})`,
    )
    .option(
      '--block-seconds <s>',
      `time limit of a code block, in seconds (default: ${String(usualBlockSeconds)})`,
    )
    .option('--memory-mb <n>', 'memory limit of the session, in MiB')
    .option(
      '--context-tokens <n>',
      'maximum tokens in one request; the oldest messages are left out to fit',
    )
    .addOption(new Option('--no-tools', 'do not offer the execute_code tool to the model'));
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
