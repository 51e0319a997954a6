import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ChatDoor } from '../../../cli/chat/chat-door';
import { isAtTerminal } from '../../../cli/chat/talk';
import { registerChat } from '../../../cli/commands/chat';
import type { CommandContext } from '../../../cli/command-context';
import { ChatConfig } from '../../../core/schemas/chat';
import { eventually } from '../../../laboratory/home/eventually';
import { inStore } from '../in-store';
import { useOwnHome } from '../sandbox/own-home';
import { runCommand, runRegistered } from '../sandbox/run-command';
import { ScriptedChat, scriptedDoor } from './scripted-chat';
import type { ScriptedReply } from './scripted-chat';

const own = useOwnHome();

const plot: ScriptedReply = {
  text: '```python\nplot()\n```',
  ran: {
    parts: [{ kind: 'stdout', text: 'drawn\n' }],
    files: [{ name: 'plot.png', mime: 'image/png', content: Buffer.from('pixels') }],
  },
};
const hanging: ScriptedReply = { text: 'Wait for it', hangs: true };

/** `chat` behind this door. */
function chatAt(door: ChatDoor, words: readonly string[], seen: CommandContext[] = []) {
  return runRegistered(
    (program) => {
      registerChat(program, async (context, body) => {
        seen.push(context);
        return body(door);
      });
    },
    ['chat', ...words],
  );
}

/** What the command that runs has written so far. */
function shown(): string {
  const { stdout } = jest.mocked(process);
  return stdout.write.mock.calls.join('');
}

let scripts = 0;

/** `chat` with a new chat, to which these messages are typed. */
function talk(chat: ScriptedChat, says: readonly string[], ...flags: readonly string[]) {
  scripts += 1;
  const turns = says.map((say) => ({ say, replies: ['x'] }));
  const script = own.file(`script-${String(scripts)}.json`, JSON.stringify({ turns }));
  return chatAt(scriptedDoor(chat), ['--model', 'simulated', '--script', script, ...flags]);
}

const heard = ['SIGINT', 'SIGTERM'] as const;
const listeners = () => heard.map((signal) => process.listenerCount(signal));

describe('a chat whose messages a script types', () => {
  it('has what is said on stdout and what goes on on stderr, and stays open', async () => {
    const before = listeners();
    const { code, stdout, stderr } = await talk(new ScriptedChat(), ['hello', '/files']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^> hello\n(.*\n)*You said: hello\n(.*\n)*there are no files yet\n$/u),
    ]);
    expect(stderr.split('\n')).toEqual([
      'chat c-1 with simulated; /help says what there is',
      'c-1 stays open: `espalier chat c-1` goes on',
      '',
    ]);
    expect(listeners()).toEqual(before);
  });

  it('is one document with --json, and the lines are on stderr', async () => {
    const { stdout, stderr } = await talk(new ScriptedChat(), ['hello'], '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      chat: 'c-1',
      entries: [{ who: 'person', text: 'hello' }, { who: 'model' }],
    });
    expect(stderr).toContain('You said: hello\n');
  });

  it('continues after a failed command, prints the remedy, and exits with 1', async () => {
    const { code, stdout, stderr } = await talk(new ScriptedChat(), ['/nix', 'hello']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('You said: hello')]);
    expect(stderr).toMatch(/^there is no \/nix\n {2}There are \/undo, /mu);
  });

  it('that has ended says how it is written down, and what it did not take', async () => {
    const one = await talk(new ScriptedChat(), ['hello', '/end', 'late']);
    expect(one.code).toBe(1);
    expect(one.stderr).toContain('c-1 has ended: `espalier chat export c-1` writes it down\n');
    expect(one.stderr).toContain(
      '1 message was not taken, for the chat has ended: say it in a new one, with --model\n',
    );
    const two = await talk(new ScriptedChat(), ['/end', 'late', 'later']);
    expect(two.stderr).toContain('2 messages were not taken, for the chat has ended: say them in');
    expect((await talk(new ScriptedChat(), ['hello', '/end'])).code).toBe(0);
  });

  it('takes the files that are attached with its first message, in their order', async () => {
    const files = ['a.csv', 'b.csv'].map((name) => own.file(name, name));
    const chat = new ScriptedChat();
    const flags = files.flatMap((file) => ['--attach', file]);
    const { stderr } = await talk(chat, ['look', 'again'], ...flags);
    expect(stderr).toMatch(/^a\.csv goes with the next message\nb\.csv goes with/mu);
    expect(chat.said.map(({ files: given }) => given.map(({ name }) => name))).toEqual([
      ['a.csv', 'b.csv'],
      [],
    ]);
  });

  it('saves what is made into the folder that is named, and says where', async () => {
    const folder = join(own.folder(), 'made');
    const chat = new ScriptedChat({ turns: [[plot]] });
    const { code, stderr } = await talk(chat, ['plot it'], '--save-to', folder);
    const file = join(folder, 'plot.png');
    expect([code, readFileSync(file, 'utf8')]).toEqual([0, 'pixels']);
    expect(stderr).toContain(`(saved ${file})\n`);
    const again = await talk(
      new ScriptedChat({ turns: [[plot]] }),
      ['plot it'],
      '--save-to',
      folder,
    );
    expect(again.stderr).not.toContain('(saved');
    expect(readdirSync(folder)).toEqual(['plot.png']);
  });

  it('says what cannot be saved, and goes on', async () => {
    const [made = { name: '', mime: '', content: Buffer.from('') }] = plot.ran?.files ?? [];
    const up = { ...plot, ran: { ...plot.ran, files: [{ ...made, name: '../up.png' }] } };
    const chat = new ScriptedChat({ turns: [[up]] });
    const folder = join(own.folder(), 'up');
    const { code, stdout, stderr } = await talk(chat, ['plot it', 'next'], '--save-to', folder);
    expect([code, stdout]).toEqual([0, expect.stringContaining('You said: next')]);
    expect(stderr).toMatch(/is no name for a file here\n {2}Say where it is to go/u);
  });

  it('refuses a file for --save-to', async () => {
    const file = own.file('taken', '');
    const { code, stderr } = await talk(new ScriptedChat(), ['hello'], '--save-to', file);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`--save-to ${file} is no folder\n  Name a folder, or a new one`),
    ]);
  });

  it('stops its turn at SIGINT, and then goes on', async () => {
    const chat = new ScriptedChat({ turns: [[hanging]] });
    const talking = talk(chat, ['go', 'next']);
    await eventually('the turn', () => shown().includes('> go'));
    process.emit('SIGINT');
    const { stdout, stderr } = await talking;
    expect(stdout + stderr).toContain('(the turn was stopped)');
    expect(stdout).toContain('You said: next');
  });

  it('is left at SIGTERM, and stays open', async () => {
    const chat = new ScriptedChat({ turns: [[hanging]] });
    const before = listeners();
    const talking = talk(chat, ['go']);
    await eventually('the turn', () => chat.said.length === 1);
    process.emit('SIGTERM');
    const { code, stderr } = await talking;
    expect([code, stderr]).toEqual([0, expect.stringContaining('c-1 stays open')]);
    expect(listeners()).toEqual(before);
  });

  it('is told what the lab does for it on stderr', async () => {
    const seen: CommandContext[] = [];
    const script = own.file('told.json', JSON.stringify({ turns: [{ say: 'hello' }] }));
    const door = scriptedDoor(new ScriptedChat());
    const open: ChatDoor['open'] = async (request) => {
      seen[0]?.note('a worker is started');
      return door.open(request);
    };
    const words = ['--model', 'simulated', '--script', script];
    const { stderr } = await chatAt({ ...door, open }, words, seen);
    expect(stderr).toContain('a worker is started\n');
  });
});

describe('a chat at a terminal', () => {
  const tty = { isTTY: true };
  const place = { script: null, json: false, stdin: tty, stdout: tty, term: 'xterm' };

  it.each([
    ['of any kind', {}, true],
    ['that is not named', { term: undefined }, true],
    ['that cannot be drawn on', { term: 'dumb' }, false],
    ['where a script types', { script: ['hello'] }, false],
    ['where a script reads', { json: true }, false],
    ['with a pipe in front', { stdin: {} }, false],
    ['with a pipe behind', { stdout: { isTTY: false } }, false],
  ])('%s', (_, changes, drawn) => {
    expect(isAtTerminal({ ...place, ...changes })).toBe(drawn);
  });
});

describe('a chat that is there', () => {
  it('is asked for by its id, and says how all of it is read', async () => {
    const chat = new ScriptedChat();
    for (const text of Array.from({ length: 30 }, (_, nth) => `message ${String(nth)}`)) {
      await chat.say(text);
      await eventually('the answer', () => chat.events.at(-1)?.kind === 'round-made');
    }
    const script = own.file('more.json', JSON.stringify({ turns: [{ say: 'and more' }] }));
    const { stdout, stderr } = await chatAt(scriptedDoor(chat), ['c-1', '--script', script]);
    expect(stdout).toContain('You said: and more');
    expect(stdout + stderr).toContain('espalier chat export c-1');
    const other = await chatAt(scriptedDoor(chat), ['c-9', '--script', script]);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('no chat c-9')]);
  });
});

describe('chat list', () => {
  const row = { status: 'open', model: 'gpt\u001b', messages: 2, touchedAtMs: 0 } as const;
  const listed = (rows: Awaited<ReturnType<ChatDoor['list']>>, ...flags: readonly string[]) =>
    chatAt({ ...scriptedDoor(new ScriptedChat()), list: async () => rows }, ['list', ...flags]);

  it('has a line for each chat, with the time to the minute and the beginning of what it is about', async () => {
    const rows = [
      { ...row, id: 'c-2', about: 'x'.repeat(41), touchedAtMs: 61_000 },
      { ...row, id: 'c-1', about: 'y' },
    ];
    const { code, stdout } = await listed(rows);
    expect([code, stdout.replace(/ +/gu, ' ').split('\n')]).toEqual([
      0,
      [
        'chat status model messages touched about',
        String.raw`c-2 open gpt\x1b 2 1970-01-01 00:01 ${'x'.repeat(40)}`,
        String.raw`c-1 open gpt\x1b 2 1970-01-01 00:00 y`,
        '',
      ],
    ]);
    expect(JSON.parse((await listed(rows, '--json')).stdout)).toEqual(rows);
  });

  it('says how one is begun where there are none', async () => {
    const { code, stdout } = await runCommand(['chat', 'list']);
    expect([code, stdout]).toEqual([0, 'No chats yet: see `espalier chat --help`\n']);
  });
});

describe('chat export', () => {
  it('goes into a folder of the name of the chat, or the one that is named', async () => {
    const asked: unknown[] = [];
    const door: ChatDoor = {
      ...scriptedDoor(new ScriptedChat()),
      export: async (...given) => {
        asked.push(given);
        return { directory: `/at/${given[1]}`, files: ['messages.json', 'transcript.md'] };
      },
    };
    const { code, stdout } = await chatAt(door, ['export', 'c-1']);
    expect([code, stdout]).toEqual([0, 'in /at/c-1: messages.json, transcript.md\n']);
    const forced = await chatAt(door, ['export', 'c-1', 'there', '--force', '--json']);
    expect(JSON.parse(forced.stdout)).toEqual({
      ...{ chat: 'c-1', directory: '/at/there', files: ['messages.json', 'transcript.md'] },
    });
    expect(asked).toEqual([
      ['c-1', 'c-1', { force: false }],
      ['c-1', 'there', { force: true }],
    ]);
  });

  it('writes the chat of the store, and replaces an earlier export only with --force', async () => {
    await inStore(({ dialogues }) =>
      dialogues.createChat(
        'chat-1',
        ChatConfig.parse({
          model: { kind: 'endpoint', name: 'gpt-x', logicalEndpoint: 'http://models.test/v1' },
          session: { blockMs: 20_000, memoryMb: 2048 },
        }),
      ),
    );
    const folder = join(own.folder(), 'exported');
    const { code, stdout } = await runCommand(['chat', 'export', 'chat-1', folder]);
    expect([code, stdout]).toEqual([
      0,
      `in ${folder}: messages.json, transcript.md, notebook.ipynb\n`,
    ]);
    writeFileSync(join(folder, 'transcript.md'), 'mine');
    expect((await runCommand(['chat', 'export', 'chat-1', folder])).code).toBe(2);
    expect((await runCommand(['chat', 'export', 'chat-1', folder, '--force'])).code).toBe(0);
    expect(readFileSync(join(folder, 'transcript.md'), 'utf8')).not.toBe('mine');
    const list = await runCommand(['chat', 'list']);
    expect(list.stdout).toMatch(/^chat-1 +\w+ +gpt-x +0 /mu);
    expect((await runCommand(['chat', 'export', 'nix', folder])).code).toBe(2);
    expect((await runCommand(['chat', 'nix'])).stderr).toContain('nix');
  });
});
