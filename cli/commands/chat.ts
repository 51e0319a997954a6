import { stat } from 'node:fs/promises';

import type { Command } from 'commander';

import { asJson } from '../../core/values/canonical-json';
import { exitCodes, UsageError } from '../../core/errors/errors';
import type { ListedChat } from '../../lab/chats/chats';
import { terminalLine } from '../../report/terminal-safe';
import { textTable } from '../../report/text-table';
import { addChatFlags, chatRequest, refuseNewChatFlags } from '../chat/chat-flags';
import type { ChatFlags } from '../chat/chat-flags';
import { withChats } from '../chat/with-chats';
import { action, word } from '../command-context';

/** `chat`: a conversation with a model that runs its code. */
export function registerChat(
  parent: Command,
  /** Where chats are; another place in tests. */
  within: typeof withChats = withChats,
): void {
  const chat = parent
    .command('chat [id]')
    // Flags after `list` and `export` belong to those commands.
    .enablePositionalOptions()
    .summary('start or continue a chat with a model that runs its code')
    .description(
      'talk with a model that runs its code in a sandboxed session. With an id, continue that chat. If stdin is not a terminal, each line of stdin is one message',
    );
  addChatFlags(chat)
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<ChatFlags>(async (context, { words: [id], flags }) => {
        const [{ talk }, { readGivenFile }, { readScript }] = await Promise.all([
          import('../chat/talk.js'),
          import('../chat/files/given-file.js'),
          import('../chat/read-script.js'),
        ]);
        if (id !== undefined) refuseNewChatFlags(flags);
        const request = id === undefined ? chatRequest(flags) : null;
        if (flags.saveTo !== undefined) await requireFolder(flags.saveTo);
        const given = await Promise.all((flags.attach ?? []).map(readGivenFile));
        const script =
          flags.script === undefined || flags.byHand === true
            ? null
            : await readScript(flags.script);
        // A screen that is drawn takes what the lab tells meanwhile.
        const lab = { note: context.note };
        const onScreen = { ...context, note: (text: string) => lab.note(text) };
        return within(onScreen, async (chats) => {
          const opened =
            request === null ? await chats.attach(id ?? '') : await chats.open(request);
          const saveTo = flags.saveTo ?? null;
          const attached = id !== undefined;
          return talk(context, { chat: opened, attached, given, script, saveTo, lab });
        });
      }),
    );
  registerList(chat, within);
  registerExport(chat, within);
}

/** @throws UsageError (`BAD_FILE`) when something else than a folder has this name */
async function requireFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null || found.isDirectory()) return;
  throw new UsageError(`--save-to ${path} is no folder`, 'Name a folder, or a new one', {
    code: 'BAD_FILE',
  });
}

function registerList(parent: Command, within: typeof withChats): void {
  parent
    .command('list')
    .description('list the chats in the current state folder, most recently used first')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action((context) =>
        within(context, async (chats) => {
          const rows = await chats.list();
          if (rows.length === 0) context.output.print('No chats yet: see `espalier chat --help`');
          else for (const line of listLines(rows)) context.output.print(line);
          context.output.result(asJson(rows));
          return exitCodes.ok;
        }),
      ),
    );
}

function listLines(rows: readonly ListedChat[]): readonly string[] {
  return textTable([
    ['chat', 'status', 'model', 'messages', 'touched', 'about'],
    ...rows.map(({ id, status, model, messages, touchedAtMs, about }) => [
      id,
      status,
      terminalLine(model),
      String(messages),
      new Date(touchedAtMs).toISOString().slice(0, 16).replace('T', ' '),
      terminalLine(about).slice(0, 40),
    ]),
  ]);
}

function registerExport(parent: Command, within: typeof withChats): void {
  parent
    .command('export <id> [folder]')
    .description(
      'write the messages, transcript, notebook and files of a chat (default folder: the id of the chat)',
    )
    .option('--force', 'replace the files of an earlier export')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<{ readonly force?: boolean }>((context, call) =>
        within(context, async (chats) => {
          const id = word(call, 0);
          const folder = call.words[1] ?? id;
          const result = await chats.export(id, folder, { force: call.flags.force === true });
          context.output.print(`in ${result.directory}: ${result.files.join(', ')}`);
          context.output.result(asJson({ chat: id, ...result }));
          return exitCodes.ok;
        }),
      ),
    );
}
