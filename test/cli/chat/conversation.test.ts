import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { carryOut } from '../../../cli/chat/carry-out';
import type { CarriedOut, Talk } from '../../../cli/chat/carry-out';
import { Conversation } from '../../../cli/chat/conversation';
import { safeName, saveBeside } from '../../../cli/chat/files/save-file';
import { readInput } from '../../../cli/chat/input/read-input';
import { ChatView } from '../../../cli/chat/show/chat-view';
import { withoutColour } from '../../../cli/chat/show/paint';
import type { GivenFile } from '../../../lab/chats/chats';
import { KeptLines } from './kept-lines';
import { ScriptedChat } from './scripted-chat';
import type { ScriptedReply } from './scripted-chat';
import { eventually } from '../../../laboratory/home/eventually';

const plot: ScriptedReply = {
  text: '```python\nplot()\n```',
  ran: {
    parts: [{ kind: 'stdout', text: 'drawn\n' }],
    files: [{ name: 'plot.png', mime: 'image/png', content: Buffer.from('pixels') }],
  },
};

/** Somebody who looks at a chat. */
class Onlooker {
  readonly surface = new KeptLines();
  line = '';
  readonly talk: Talk;
  private readonly ended = new AbortController();

  constructor(chat: ScriptedChat, { attached = false, live = true } = {}) {
    const view = new ChatView({
      surface: this.surface,
      paint: withoutColour,
      live,
      text: chat.text,
    });
    const past = attached ? 'see the export' : null;
    const conversation = new Conversation({ chat, view, past, patient: false });
    const tell = (line: string): void => {
      this.surface.lines.push(line);
    };
    const putBack = (text: string): void => {
      this.line = text;
    };
    this.talk = { conversation, view, echoed: false, tell, putBack, given: [] };
    void conversation.watch(this.ended.signal);
  }

  get lines(): readonly string[] {
    return this.surface.lines;
  }

  async types(text: string): Promise<CarriedOut> {
    await this.talk.conversation.settled();
    return carryOut(this.talk, readInput(text));
  }

  leave(): void {
    this.ended.abort();
  }
}

async function withOnlooker(
  chat: ScriptedChat,
  body: (onlooker: Onlooker) => Promise<void>,
  options?: { readonly attached?: boolean; readonly live?: boolean },
): Promise<void> {
  const onlooker = new Onlooker(chat, options);
  try {
    await body(onlooker);
  } finally {
    onlooker.leave();
  }
}

describe('a conversation', () => {
  it('is the same lines whether it is shown as it comes or when it is finished', async () => {
    const shown: (readonly string[])[] = [];
    for (const live of [true, false]) {
      const chat = new ScriptedChat({ turns: [[plot, { text: 'There it is.' }]] });
      await withOnlooker(
        chat,
        async (person) => {
          await person.types('plot it');
          shown.push(person.lines);
        },
        { live },
      );
    }
    expect(shown[0]).toEqual([
      '> plot it',
      ...['```python', 'plot()', '```', '│ drawn'],
      'There it is.',
    ]);
    expect(shown[1]).toEqual(shown[0]);
  });

  it('shows a reply that broke off, that it did, and then all of it', async () => {
    const chat = new ScriptedChat({
      turns: [[{ text: 'One line, and another.', restarts: true }]],
    });
    await withOnlooker(chat, async (person) => {
      await person.types('go');
      expect(person.lines).toEqual([
        '> go',
        'One line, and another',
        '(broken off; it begins anew:)',
        'One line, and another.',
      ]);
    });
  });

  it('shows a block that broke off, that it runs again, and then all that it wrote', async () => {
    const chat = new ScriptedChat({ turns: [[{ ...plot, runsAgain: true }]] });
    await withOnlooker(chat, async (person) => {
      await person.types('go');
      const again = person.lines.indexOf('(broken off; the block runs again:)');
      const drawn = person.lines.flatMap((line, at) => (line.includes('drawn') ? [at] : []));
      expect(drawn).toHaveLength(2);
      expect(drawn[0]).toBeLessThan(again);
      expect(drawn[1]).toBeGreaterThan(again);
    });
  });

  it.each([
    ['length', 'Half a', /^\(cut off: it reached the longest reply; no code of it was run\)$/],
    ['context-length', '', /^\(no reply: .*longer than the model takes.*\/undo.*--context-tokens/],
    ['content-filter', '', /^\(no reply: the endpoint held it back; \/undo/],
  ] as const)('says of a reply that ended by %s what helps', async (finishReason, text, note) => {
    const chat = new ScriptedChat({ turns: [[{ text, finishReason }]] });
    await withOnlooker(chat, async (person) => {
      await person.types('go');
      expect(person.lines.at(-1)).toMatch(note);
    });
  });

  it('says what is waited for once, and when it goes on', async () => {
    const chat = new ScriptedChat({ turns: [[{ text: 'Here.', trouble: 'no worker' }]] });
    await withOnlooker(chat, async (person) => {
      await person.types('go');
      expect(person.lines).toEqual(['> go', '(waiting: no worker)', '(going on)', 'Here.']);
    });
  });

  it('is seen by two at once, and the second to speak in a turn is told', async () => {
    const chat = new ScriptedChat({ turns: [[{ text: 'Hm.', hangs: true }]] });
    await withOnlooker(chat, async (first) => {
      await withOnlooker(chat, async (second) => {
        await Promise.all([first.talk.conversation.settled(), second.talk.conversation.settled()]);
        const turn = carryOut(first.talk, readInput('think'));
        await expect(carryOut(second.talk, readInput('me too'))).rejects.toMatchObject({
          code: 'CHAT_BUSY',
        });
        await eventually('the reply is shown', () => second.surface.opened === 'Hm.');
        await chat.endTurn();
        await turn;
        await second.talk.conversation.settled();
        expect(second.lines).toEqual(['> think', 'Hm.', '(the turn was stopped)']);
        expect(second.lines).toEqual(first.lines);
      });
    });
  });

  it('is shown from its beginning to whoever comes back, without what was taken back, shortened', async () => {
    const chat = new ScriptedChat();
    await withOnlooker(chat, async (person) => {
      for (let nth = 0; nth < 11; nth += 1) await person.types(`message ${String(nth)}`);
      await person.types('/undo');
    });
    await withOnlooker(
      chat,
      async (person) => {
        await person.talk.conversation.settled();
        expect(person.lines.slice(0, 3)).toEqual([
          '(… 2 earlier turns: see the export)',
          '> message 2',
          'You said: message 2',
        ]);
        expect(person.lines.at(-1)).toBe('You said: message 9');
      },
      { attached: true },
    );
  });

  it.each([
    ['at a terminal', true],
    ['without one', false],
  ])('shows head and tail of what was pasted to whoever comes back %s', async (_, live) => {
    const chat = new ScriptedChat({ turns: [[{ text: 'Long.' }]] });
    const pasted = Array.from({ length: 10_000 }, (_line, nth) => `line ${String(nth)}`);
    await withOnlooker(chat, async (person) => {
      await person.types(pasted.join('\n'));
    });
    await withOnlooker(
      chat,
      async (person) => {
        await person.talk.conversation.settled();
        expect(person.lines).toHaveLength(25);
        expect([0, 14, 15, 16, 23, 24].map((nth) => person.lines[nth])).toEqual([
          ...['> line 0', '  line 14', '  … 9,977 lines left out', '  line 9992'],
          ...['  line 9999', 'Long.'],
        ]);
      },
      { attached: true, live },
    );
  });

  it('has a turn that brought no reply told from one that did', async () => {
    const chat = new ScriptedChat({
      turns: [
        [{ text: 'Half a', finishReason: 'length' }],
        [{ text: '', finishReason: 'content-filter' }],
        [{ text: '', fails: 'no model answers' }],
        [{ text: 'Hm.', hangs: true }],
      ],
    });
    await withOnlooker(chat, async (person) => {
      expect(await person.types('one')).toBe('go-on');
      expect(await person.types('two')).toBe('failed');
      expect(await person.types('three')).toBe('failed');
      expect(person.lines.at(-1)).toBe('(the turn was stopped: no model answers)');
      const stopped = person.types('four');
      await eventually('the reply is shown', () => person.surface.opened === 'Hm.');
      await chat.endTurn();
      expect(await stopped).toBe('go-on');
    });
  });

  it('takes files that are given and gives those that are made', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chat-files-'));
    try {
      const data = join(folder, 'data.csv');
      writeFileSync(data, 'a,b\n');
      const chat = new ScriptedChat({ turns: [[plot]] });
      await withOnlooker(chat, async (person) => {
        await person.types(`/attach ${data}`);
        await person.types('plot it');
        expect(chat.said[0]?.files.map(({ name, mime }) => [name, mime])).toEqual([
          ['data.csv', 'text/csv'],
        ]);
        const saved = join(folder, 'out', 'mine.png');
        await person.types(`/save plot.png ${saved}`);
        expect(readFileSync(saved, 'utf8')).toBe('pixels');
        writeFileSync(saved, 'of the person');
        await expect(person.types(`/save plot.png ${saved}`)).rejects.toMatchObject({
          code: 'BAD_FILE',
        });
        expect(readFileSync(saved, 'utf8')).toBe('of the person');
        writeFileSync(join(folder, 'kept'), 'kept');
        rmSync(saved);
        symlinkSync(join(folder, 'kept'), saved);
        await person.types(`/save plot.png ${saved} !`);
        expect(readFileSync(saved, 'utf8')).toBe('pixels');
        expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('kept');
        await expect(person.types('/save nothing.png')).rejects.toMatchObject({ code: 'BAD_FILE' });
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has the newest file of each name, and none of a turn that was taken back', async () => {
    const other = { name: 'notes.txt', mime: 'text/plain', content: Buffer.from('n') };
    const again: ScriptedReply = {
      ...plot,
      ran: { files: [{ name: 'plot.png', mime: 'image/png', content: Buffer.from('new') }, other] },
    };
    const chat = new ScriptedChat({ turns: [[plot], [again]] });
    await withOnlooker(chat, async (person) => {
      const files = (): readonly string[] =>
        person.talk.conversation.files.map(({ name, bytes }) => `${name} ${String(bytes)}`);
      await person.types('plot it');
      await person.types('plot it again');
      expect(files()).toEqual(['plot.png 3', 'notes.txt 1']);
      await person.types('/undo');
      expect(files()).toEqual(['plot.png 6']);
      await expect(person.types('/save notes.txt')).rejects.toMatchObject({ code: 'BAD_FILE' });
    });
  });

  it('gives the files of a message that is edited to the next one again', async () => {
    const chat = new ScriptedChat();
    await withOnlooker(chat, async (person) => {
      const given: GivenFile = { name: 'a.csv', mime: 'text/csv', content: Buffer.from('a,b\n') };
      person.talk.given.push(given);
      await person.types('read it');
      await person.types('/edit');
      expect(person.line).toBe('read it');
      await person.types('read it well');
      expect(chat.said).toEqual([{ text: 'read it well', files: [given] }]);
      await person.types('and now');
      await person.types('/edit');
      expect(person.talk.given).toEqual([]);
    });
  });

  it('has commands that change it', async () => {
    const chat = new ScriptedChat();
    await withOnlooker(chat, async (person) => {
      await person.types('hello');
      await person.types('/retry r1');
      await person.types('/run ```\nx = 1\nx\n```');
      await person.types('/model other');
      await person.types('/cost');
      await person.types('/undo');
      await person.types('/undo');
      expect(person.lines).toEqual([
        '> hello',
        'You said: hello',
        '(again, from r1 on:)',
        'Once more.',
        '> /run x = 1',
        '  x',
        '│ ran x = 1',
        '│ x',
        '(answers come from other from here on)',
        '2 calls · 1,200 tokens read · 340 written · cost unknown',
        '(the last turn was taken back)',
        'there is no turn to take back',
      ]);
      await expect(person.types('/nix')).rejects.toMatchObject({
        remedy: expect.stringContaining('/undo, /retry, /edit, /run') as string,
      });
      await expect(person.types('/retry first')).rejects.toThrow('"first" is no reply');
    });
  });

  it('says what it costs, what is repeated, and who answers', async () => {
    const chat = new ScriptedChat();
    await withOnlooker(chat, async (person) => {
      chat.cost = async () => ({
        ...{ calls: 1, promptTokens: 1200, completionTokens: 34, costUsd: 0.5 },
        ...{ repeatedCalls: 2, knownRepeatedCalls: 1 },
      });
      await person.types('/cost');
      await person.types('/model');
      await person.types('/model other');
      await person.types('/model');
      expect(person.lines).toEqual([
        '1 call · 1,200 tokens read · 34 written · $0.5000 · at most 2 sent more than once',
        'answers come from simulated',
        '(answers come from other from here on)',
        'answers come from other',
      ]);
    });
  });

  it('is done with a command when what it did is shown, however late that comes', async () => {
    const chat = new ScriptedChat();
    const { chooseModel } = chat;
    chat.chooseModel = async (model) => {
      setImmediate(() => void chooseModel(model));
    };
    await withOnlooker(chat, async (person) => {
      await person.types('/model other');
      expect(person.lines).toEqual(['(answers come from other from here on)']);
    });
  });

  it('names the files that were made and those that go with the next message', async () => {
    const chat = new ScriptedChat({ turns: [[plot]] });
    await withOnlooker(chat, async (person) => {
      await person.types('/files');
      await person.types('plot it');
      person.talk.given.push({ name: 'a.csv', mime: 'text/csv', content: Buffer.from('') });
      await person.types('/files');
      expect(person.lines[0]).toBe('there are no files yet');
      expect(person.lines.slice(-2)).toEqual([
        'plot.png  image/png, 6 bytes',
        'a.csv  goes with the next message',
      ]);
    });
  });

  it('keeps files for the next message when this one was not taken', async () => {
    const chat = new ScriptedChat();
    await withOnlooker(chat, async (person) => {
      const given: GivenFile = { name: 'a.csv', mime: 'text/csv', content: Buffer.from('1') };
      person.talk.given.push(given);
      const { say } = chat;
      chat.say = () => Promise.reject(new Error('no engine'));
      await expect(person.types('read it')).rejects.toThrow('no engine');
      expect(person.talk.given).toEqual([given]);
      chat.say = say;
      await person.types('read it');
      expect(chat.said).toEqual([{ text: 'read it', files: [given] }]);
      expect(person.talk.given).toEqual([]);
    });
  });

  it('edits nothing without a line, and takes nothing back then', async () => {
    const chat = new ScriptedChat();
    await withOnlooker(chat, async (person) => {
      await person.types('hello');
      const talk = { ...person.talk, putBack: null };
      await expect(carryOut(talk, readInput('/edit'))).rejects.toMatchObject({
        code: 'BAD_COMMAND_LINE',
        message: '/edit needs a terminal',
      });
      expect(chat.said).toHaveLength(1);
      await person.types('/edit');
      await person.types('/edit');
      expect(person.line).toBe('hello');
      expect(person.lines.at(-1)).toBe('there is no turn to take back');
    });
  });

  it.each([
    ['/attach', '/attach needs more', '/attach FILE'],
    ['/run', '/run needs more', '/run CODE'],
    ['/save', '/save needs more', '/save NAME [PATH] [!]'],
    ['/save !', '/save needs more', '/save NAME [PATH] [!]'],
    ['/retry r', '"r" is no reply', 'Name one as r3, or none: /retry'],
    ['/retry r1x', '"r1x" is no reply', 'Name one as r3, or none: /retry'],
  ])('refuses the command %j', async (typed, message, remedy) => {
    await withOnlooker(new ScriptedChat(), async (person) => {
      await expect(person.types(typed)).rejects.toMatchObject({
        ...{ message, remedy, code: 'BAD_COMMAND_LINE' },
      });
    });
  });

  it('is left for good with /end, and only then', async () => {
    const chat = new ScriptedChat();
    await withOnlooker(chat, async (person) => {
      expect(await person.types('/help')).toBe('go-on');
      expect(person.lines.some((line) => line.startsWith('/undo '))).toBe(true);
      expect(await person.types(' ')).toBe('go-on');
      expect(person.talk.conversation.ended).toBe(false);
      expect(await person.types('/end')).toBe('leave');
      expect(person.talk.conversation.ended).toBe(true);
    });
  });
});

describe('a file that a program made', () => {
  it('goes below the folder or nowhere', () => {
    expect(safeName('out/plot.png')).toBe('out/plot.png');
    for (const name of ['../x', '/etc/x', 'a/../x', 'a//b', 'a\nb', 'a\u202eb', '']) {
      expect(() => safeName(name)).toThrow('is no name for a file here');
    }
  });

  it('never takes the place of another', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chat-files-'));
    try {
      const path = join(folder, 'plot.png');
      expect(await saveBeside(path, Buffer.from('one'))).toBe(path);
      expect(await saveBeside(path, Buffer.from('one'))).toBeNull();
      expect(await saveBeside(path, Buffer.from('two'))).toBe(join(folder, 'plot-2.png'));
      expect(readFileSync(path, 'utf8')).toBe('one');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
