import { resolve } from 'node:path';

import { UsageError } from '../../core/errors/errors';
import type { Artefact } from '../../core/schemas/dialogue';
import type { Chat, GivenFile } from '../../lab/chats/chats';
import { countText, plural } from '../../core/words/plural';
import { usdText } from '../../report/number-text';
import { terminalLine } from '../../report/terminal-safe';
import type { Conversation } from './conversation';
import { readGivenFile } from './files/given-file';
import { safeName, saveFile } from './files/save-file';
import { chatCommands, codeOf, helpLines } from './input/read-input';
import type { ChatInput } from './input/read-input';
import type { ChatView } from './show/chat-view';

export interface Talk {
  readonly conversation: Conversation;
  readonly view: ChatView;
  /** What the person types stands on the screen already. */
  readonly echoed: boolean;
  /** A line for the person who typed. */
  readonly tell: (line: string) => void;
  /** Puts a text into the line, for them to go on with; null: there is no line. */
  readonly putBack: ((text: string) => void) | null;
  /** Go with the next message. */
  readonly given: GivenFile[];
}

/** `leave`: nothing more is wanted here. `failed`: the turn brought no reply, which has been shown. */
export type CarriedOut = 'go-on' | 'leave' | 'failed';

/**
 * Does what a person typed, and resolves when it is done: a turn, when it has ended.
 * @throws EspalierError for what could not be done
 */
export async function carryOut(talk: Talk, input: ChatInput): Promise<CarriedOut> {
  switch (input.kind) {
    case 'nothing':
      return 'go-on';
    case 'unknown': {
      const known = Object.keys(chatCommands).map((name) => `/${name}`);
      throw new UsageError(
        `there is no /${terminalLine(input.command)}`,
        `There are ${known.join(', ')}; a message that begins with a slash begins with two`,
        { code: 'BAD_COMMAND_LINE' },
      );
    }
    case 'message':
      return say(talk, input.text);
    case 'command':
      return command(talk, input);
  }
}

async function say({ conversation, given, echoed }: Talk, text: string): Promise<CarriedOut> {
  const files = [...given];
  const replied = await conversation.turn(() => conversation.say(text, files, { shown: echoed }));
  given.splice(0, files.length);
  return replied ? 'go-on' : 'failed';
}

async function command(
  talk: Talk,
  { command: name, rest }: Extract<ChatInput, { readonly kind: 'command' }>,
): Promise<CarriedOut> {
  const { conversation, tell } = talk;
  const { chat } = conversation;
  switch (name) {
    case 'undo':
      if ((await undo(conversation)) === null) tell('there is no turn to take back');
      break;
    case 'edit':
      await edit(talk);
      break;
    case 'retry':
      return retry(conversation, rest);
    case 'run':
      await run(talk, rest);
      break;
    case 'attach': {
      const file = await readGivenFile(needed(rest, 'attach'));
      talk.given.push(file);
      tell(`${file.name}, ${plural(file.content.length, 'byte')}, goes with the next message`);
      break;
    }
    case 'files':
      for (const line of fileLines(talk)) tell(line);
      break;
    case 'save':
      await save(talk, rest);
      break;
    case 'model':
      if (rest === '') tell(`answers come from ${terminalLine(conversation.model)}`);
      else {
        await conversation.happens(
          'model-chosen',
          () => chat.chooseModel(rest),
          () => rest !== conversation.model,
        );
      }
      break;
    case 'cost':
      tell(await costText(chat));
      break;
    case 'end':
      await conversation.happens(
        'stopped',
        () => chat.end(),
        () => true,
      );
      return 'leave';
    case 'help':
      for (const line of helpLines()) tell(line);
      break;
  }
  return 'go-on';
}

function undo(conversation: Conversation): Promise<string | null> {
  return conversation.happens(
    'turn-undone',
    () => conversation.chat.undo(),
    (said) => said !== null,
  );
}

async function edit({ conversation, given, putBack, tell }: Talk): Promise<void> {
  if (putBack === null) {
    throw new UsageError(
      '/edit needs a terminal',
      'Take the turn back with /undo, and say it anew',
      {
        code: 'BAD_COMMAND_LINE',
      },
    );
  }
  const { chat, lastGiven } = conversation;
  const said = await undo(conversation);
  if (said === null) {
    tell('there is no turn to take back');
    return;
  }
  putBack(said);
  for (const file of lastGiven) {
    const { name, mime } = file;
    given.push({ name, mime, content: await contentOf(chat, file) });
    tell(`${terminalLine(name)} goes with the next message`);
  }
}

async function retry(conversation: Conversation, round: string): Promise<CarriedOut> {
  if (round !== '' && !/^r\d+$/u.test(round)) {
    throw new UsageError(
      `${JSON.stringify(round)} is no reply`,
      'Name one as r3, or none: /retry',
      {
        code: 'BAD_COMMAND_LINE',
      },
    );
  }
  const chosen = round === '' ? undefined : round;
  const replied = await conversation.turn(() => conversation.chat.retry(chosen));
  return replied ? 'go-on' : 'failed';
}

async function run({ conversation, view, echoed }: Talk, rest: string): Promise<void> {
  const code = codeOf(needed(rest, 'run'));
  if (echoed) view.running();
  await conversation.happens(
    'block-run',
    () => conversation.run(code),
    () => true,
  );
}

function fileLines({ conversation, given }: Talk): readonly string[] {
  const made = conversation.files.map(
    ({ name, mime, bytes }) =>
      `${terminalLine(name)}  ${terminalLine(mime)}, ${plural(bytes, 'byte')}`,
  );
  const next = given.map(({ name }) => `${name}  goes with the next message`);
  return made.length + next.length === 0 ? ['there are no files yet'] : [...made, ...next];
}

async function save({ conversation, tell }: Talk, rest: string): Promise<void> {
  const words = rest.split(/\s+/u).filter((word) => word !== '');
  const replace = ['!', '--force'].includes(words.at(-1) ?? '');
  const [name, path] = replace ? words.slice(0, -1) : words;
  const wanted = needed(name ?? '', 'save');
  const file = conversation.files.find((one) => one.name === wanted);
  if (file === undefined) {
    throw new UsageError(`there is no file ${terminalLine(wanted)}`, '/files names them all', {
      code: 'BAD_FILE',
    });
  }
  const place = resolve(path ?? safeName(file.name));
  await saveFile(place, await contentOf(conversation.chat, file), { replace });
  tell(`saved ${terminalLine(file.name)} as ${place}`);
}

/** What an artefact holds. */
export async function contentOf(chat: Chat, { sha256 }: Artefact): Promise<Uint8Array> {
  return Buffer.from(await chat.text(sha256), 'base64');
}

async function costText(chat: Chat): Promise<string> {
  const { calls, promptTokens, completionTokens, costUsd, repeatedCalls } = await chat.cost();
  return [
    plural(calls, 'call'),
    `${countText(promptTokens)} tokens read`,
    `${countText(completionTokens)} written`,
    costUsd === null ? 'cost unknown' : usdText(costUsd),
    ...(repeatedCalls > 0 ? [`at most ${countText(repeatedCalls)} sent more than once`] : []),
  ].join(' · ');
}

function needed(rest: string, name: keyof typeof chatCommands): string {
  if (rest !== '') return rest;
  throw new UsageError(`/${name} needs more`, `/${name} ${chatCommands[name][0]}`, {
    code: 'BAD_COMMAND_LINE',
  });
}
