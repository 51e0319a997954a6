/** Every command of a chat, in the order of the help. */
export const chatCommands = {
  undo: ['', 'take the last turn back'],
  retry: ['[rN]', 'make its replies anew, all of them or from reply N on'],
  edit: ['', 'take the last turn back and its message into the line'],
  run: ['CODE', 'run a block of your own in the session; a fence makes it several lines'],
  attach: ['FILE', 'a file that goes with the next message'],
  files: ['', 'files that were given or made'],
  save: ['NAME [PATH] [!]', 'write one of them here; ! replaces what is there'],
  model: ['[NAME]', 'who answers from here on'],
  cost: ['', 'calls, tokens and dollars so far'],
  end: ['', 'end the chat for good'],
  help: ['', 'this'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;
export type ChatCommand = keyof typeof chatCommands;

export type ChatInput =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'command'; readonly command: ChatCommand; readonly rest: string }
  | { readonly kind: 'unknown'; readonly command: string };

/** What a person typed: a command begins with a slash, and a message that does with two. */
export function readInput(typed: string): ChatInput {
  if (typed.trim() === '') return { kind: 'nothing' };
  const text = typed.trimStart();
  if (text.startsWith('//')) return { kind: 'message', text: text.slice(1) };
  const [, name, rest = ''] = /^\/(\S*)\s*([^]*)$/u.exec(text) ?? [];
  if (name === undefined) return { kind: 'message', text: typed };
  return isCommand(name)
    ? { kind: 'command', command: name, rest: rest.trimEnd() }
    : { kind: 'unknown', command: name };
}

function isCommand(name: string): name is ChatCommand {
  return Object.hasOwn(chatCommands, name);
}

/** Lines of `/help`. */
export function helpLines(): readonly string[] {
  const commands = Object.entries(chatCommands).map(
    ([name, [takes, does]]) => `/${`${name} ${takes}`.padEnd(22)} ${does}`,
  );
  return [
    ...commands,
    'A line that ends with a backslash goes on in the next, and so does an open fence; Alt-Enter and Ctrl-J begin a line.',
    'Ctrl-C stops the turn; twice, or in an empty line, it leaves, as Ctrl-D does: the chat stays open.',
  ];
}

/** The code of `/run`, out of its fence when it has one. */
export function codeOf(rest: string): string {
  const [, code] = /^\s*(?:`{3,}|~{3,})[^\n]*\n([^]*?)\n?\s*(?:`{3,}|~{3,})\s*$/u.exec(rest) ?? [];
  return code ?? rest;
}
