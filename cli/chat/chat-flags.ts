import type { Command } from 'commander';

import { UsageError } from '../../core/errors/errors';
import { chatOptions, ChatRequestSchema } from '../../lab/chats/chat-request';
import type { CheckedChat } from '../../lab/chats/chat-request';
import { addFlags, readFlags, requestFlag, typedFlag } from '../request-flags';

type ChatOptionName = keyof typeof chatOptions;

export interface ChatFlags extends Readonly<Partial<Record<ChatOptionName, unknown>>> {
  readonly model?: string;
  readonly script?: string;
  readonly byHand?: boolean;
  readonly attach?: readonly string[];
  readonly saveTo?: string;
}

const optionNames = Object.keys(chatOptions) as readonly ChatOptionName[];

/** Adds the flags of a chat: the options of its request, and what only the terminal has. */
export function addChatFlags(command: Command): Command {
  // A chat that is continued has its model.
  command.addOption(requestFlag('model', chatOptions.model).makeOptionMandatory(false));
  return addFlags(command, chatOptions, ['model'])
    .option(
      '--by-hand',
      'with --script: you type the messages; the simulated model still gives the replies of the script',
    )
    .option(
      '--attach <file>',
      'attach this file to the first message; can be repeated',
      (file: string, before: readonly string[] = []) => [...before, file],
    )
    .option('--save-to <folder>', 'write every file that the chat makes into this folder');
}

/** The request of a new chat. @throws UsageError naming the flag, its value and what it may be */
export function chatRequest(flags: ChatFlags): CheckedChat {
  if (flags.model === undefined) {
    throw new UsageError(
      'a new chat needs --model',
      'Say --model simulated or --model NAME, or name a chat: `espalier chat list` has them',
      { code: 'BAD_FLAG' },
    );
  }
  // A model with words of its own is told nothing of what is typed.
  const script = flags.model === 'simulated' ? flags.script : undefined;
  return readFlags(ChatRequestSchema, { ...flags, script }, 'chat --help');
}

/** What only a new chat can be given. @throws UsageError naming the first that was */
export function refuseNewChatFlags(flags: ChatFlags): void {
  const given = optionNames
    .filter((name) => name !== 'script')
    .find((name) => flags[name] !== untyped(name));
  if (given === undefined) return;
  throw new UsageError(
    `${typedFlag(given, chatOptions[given])} is for a new chat`,
    'Leave the flag out; /model chooses another model in the chat',
    { code: 'BAD_FLAG' },
  );
}

/** The value of a flag that was not typed: a switch that is on by default is on. */
function untyped(name: ChatOptionName): true | undefined {
  return chatOptions[name].schema.safeParse(undefined).data === true ? true : undefined;
}
