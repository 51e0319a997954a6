import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

import { EspalierError, exitCodes } from '../../core/errors/errors';
import type { ExitCode } from '../../core/errors/errors';
import type { Chat, GivenFile } from '../../lab/chats/chats';
import { makeFolder } from '../../report/export/make-folder';
import { plural } from '../../core/words/plural';
import { terminalSafe } from '../../report/terminal-safe';
import type { CommandContext } from '../command-context';
import { contentOf } from './carry-out';
import { chatDocument } from './chat-document';
import { Conversation } from './conversation';
import { safeName, saveBeside } from './files/save-file';
import { ChatView } from './show/chat-view';
import { inColour, withoutColour } from './show/paint';
import { messagesIn, talkInLines } from './talk-in-lines';
import type { LinesTally } from './talk-in-lines';
import { ChatScreen } from './terminal/chat-screen';
import { plainSurface } from './show/surface';
import type { Surface } from './show/surface';
import { talkOnTerminal, twiceMs } from './terminal/talk-on-terminal';

export interface TalkOptions {
  readonly chat: Chat;
  /** It was there before. */
  readonly attached: boolean;
  readonly given: readonly GivenFile[];
  /** What is typed, instead of what comes from stdin. */
  readonly script: readonly string[] | null;
  /** Folder that whatever is made goes to. */
  readonly saveTo: string | null;
  /** Told what is done for the chat; the screen's while there is one. */
  readonly lab: { note: (text: string) => void };
}

/** What is on its way to a chat that has ended has come when nothing did for so long. */
const restWithinMs = 300;

/** Whether a person types at a terminal that can be drawn on. */
export function isAtTerminal({
  script,
  json,
  stdin,
  stdout,
  term,
}: {
  readonly script: TalkOptions['script'];
  readonly json: boolean;
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean };
  readonly term: string | undefined;
}): boolean {
  const isTyped = script === null && !json;
  return isTyped && stdin.isTTY === true && stdout.isTTY === true && term !== 'dumb';
}

/**
 * A chat at this terminal, or with what stdin or a script says; it stays open when this ends.
 * @returns `failures` when a line of stdin or a script failed, or when what was typed came too late for a chat that has ended
 */
export async function talk(context: CommandContext, options: TalkOptions): Promise<ExitCode> {
  const { chat } = options;
  const { output, settings, folder } = context;
  const stdin = process.stdin;
  const stdout = process.stdout;
  const { script } = options;
  const term = settings.TERM;
  const onTerminal = isAtTerminal({ script, json: output.json, stdin, stdout, term });
  const paint = onTerminal && settings.NO_COLOR === undefined ? inColour : withoutColour;
  const screen = onTerminal ? new ChatScreen(stdout, paint) : null;
  const { lab } = options;
  if (screen !== null) {
    lab.note = (text) => {
      screen.print(text, 'note');
    };
  }
  const surface: Surface = screen ?? plainLines(context);
  const view = new ChatView({ surface, paint, live: onTerminal, text: chat.text });
  const { saveTo } = options;
  const conversation = new Conversation({
    chat,
    view,
    past: options.attached ? `espalier chat export ${chat.id}` : null,
    patient: onTerminal,
    ...(saveTo === null
      ? {}
      : { onArtefact: (file) => saveMade(surface, { chat, file, folder: saveTo }) }),
  });
  const given = [...options.given];
  surface.print(`chat ${chat.id} with ${chat.config.model.name}; /help says what there is`, 'note');
  for (const { name } of given) surface.print(`${name} goes with the next message`, 'note');
  const ended = new AbortController();
  const watching = conversation.watch(ended.signal);
  // Whoever waits for something is told of it as well.
  watching.catch(() => undefined);
  const tally: LinesTally = { failed: false, notTaken: 0 };
  try {
    if (screen !== null) {
      const historyFile = join(folder.root, 'chat-history');
      tally.notTaken = await talkOnTerminal({
        conversation,
        view,
        screen,
        stdin,
        stdout,
        historyFile,
        given,
        watching,
      });
    } else {
      const stop = stopOnInterrupt(conversation, ended);
      const lines = script ?? messagesIn(createInterface({ input: stdin }));
      const said = talkInLines(
        {
          conversation,
          view,
          given,
          echoed: false,
          tell: (line) => {
            surface.print(line, 'prose');
          },
          putBack: null,
        },
        toAsync(lines),
        {
          tally,
          onError: (error) => {
            tellError(surface, error);
          },
        },
      );
      await Promise.race([said, watching, stop.asked]);
      if (conversation.ended) await restCounted(said, tally);
      stop.forget();
      output.result(await chatDocument(conversation));
    }
  } finally {
    ended.abort();
    lab.note = context.note;
  }
  output.note(
    conversation.ended
      ? `${chat.id} has ended: \`espalier chat export ${chat.id}\` writes it down`
      : `${chat.id} stays open: \`espalier chat ${chat.id}\` goes on`,
  );
  if (tally.notTaken > 0) {
    const many = tally.notTaken > 1;
    output.note(
      `${plural(tally.notTaken, 'message')} ${many ? 'were' : 'was'} not taken, for the chat has ended: say ${many ? 'them' : 'it'} in a new one, with --model`,
    );
  }
  return tally.failed || tally.notTaken > 0 ? exitCodes.failures : exitCodes.ok;
}

/** Whoever types may never come to an end: what has come is counted, and no more is waited for. */
async function restCounted(said: Promise<void>, tally: LinesTally): Promise<void> {
  let before: number;
  do {
    before = tally.notTaken;
    await Promise.race([said, wait(restWithinMs)]);
  } while (tally.notTaken > before);
}

function plainLines({ output }: CommandContext): Surface {
  return plainSurface(
    (line) => {
      if (output.json) output.note(line);
      else output.printExactly(line);
    },
    (line) => {
      output.note(line);
    },
  );
}

/** Where there is no terminal: Ctrl-C stops the turn, and leaves when there is none or it comes twice. */
function stopOnInterrupt(
  conversation: Conversation,
  ended: AbortController,
): { readonly asked: Promise<void>; readonly forget: () => void } {
  let leave: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (leave = resolve));
  let beforeMs = Number.NEGATIVE_INFINITY;
  const onInterrupt = (): void => {
    const twice = Date.now() - beforeMs < twiceMs;
    beforeMs = Date.now();
    if (twice || !conversation.busy) leave();
    else conversation.chat.endTurn().catch(leave);
  };
  process.on('SIGINT', onInterrupt).on('SIGTERM', leave);
  return {
    asked,
    forget: () => {
      process.off('SIGINT', onInterrupt).off('SIGTERM', leave);
      ended.abort();
      process.stdin.destroy();
    },
  };
}

async function saveMade(
  surface: Surface,
  {
    chat,
    file,
    folder,
  }: {
    readonly chat: Chat;
    readonly file: Parameters<typeof contentOf>[1];
    readonly folder: string;
  },
): Promise<void> {
  try {
    await makeFolder(folder);
    const saved = await saveBeside(join(folder, safeName(file.name)), await contentOf(chat, file));
    if (saved !== null) surface.print(`(saved ${saved})`, 'note');
  } catch (error) {
    tellError(surface, error);
  }
}

function tellError(surface: Surface, error: unknown): void {
  surface.print(terminalSafe(error instanceof Error ? error.message : String(error)), 'trouble');
  if (error instanceof EspalierError) surface.print(`  ${error.remedy}`, 'note');
}

async function* toAsync<T>(items: Iterable<T> | AsyncIterable<T>): AsyncIterable<T> {
  yield* items;
}
