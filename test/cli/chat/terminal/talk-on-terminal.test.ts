import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { Conversation } from '../../../../cli/chat/conversation';
import { ChatView } from '../../../../cli/chat/show/chat-view';
import { withoutColour } from '../../../../cli/chat/show/paint';
import { ChatScreen } from '../../../../cli/chat/terminal/chat-screen';
import { talkOnTerminal, twiceMs } from '../../../../cli/chat/terminal/talk-on-terminal';
import type { TerminalTalk } from '../../../../cli/chat/terminal/talk-on-terminal';
import { UsageError } from '../../../../core/errors/errors';
import { eventually } from '../../../../laboratory/home/eventually';
import { Screen } from '../../terminal/screen';
import { ScriptedChat } from '../scripted-chat';
import type { ScriptedReply } from '../scripted-chat';

const heard = ['SIGCONT', 'SIGTERM', 'SIGHUP', 'exit'] as const;
const listeners = () => heard.map((name) => process.listenerCount(name));

/** Somebody at a terminal of 60 columns, with a chat. */
class Person {
  readonly screen = new Screen(60, 20);
  readonly raw: boolean[] = [];
  readonly historyFile: string;
  readonly left: Promise<number>;
  private readonly stdin = Object.assign(new PassThrough(), {
    setRawMode: (raw: boolean) => this.raw.push(raw),
  });
  private readonly stdout = Object.assign(new EventEmitter(), {
    write: (text: string) => {
      this.screen.write(text);
    },
  });
  private readonly watched = new AbortController();

  constructor(
    readonly chat: ScriptedChat,
    folder: string,
  ) {
    this.historyFile = join(folder, 'history');
    const screen = new ChatScreen(this.screen, withoutColour);
    const view = new ChatView({
      ...{ surface: screen, paint: withoutColour, live: true, text: chat.text },
    });
    const conversation = new Conversation({ chat, view, past: null, patient: true });
    this.left = talkOnTerminal({
      ...{ conversation, view, screen, historyFile: this.historyFile, given: [] },
      ...({ stdin: this.stdin, stdout: this.stdout } as unknown as Pick<
        TerminalTalk,
        'stdin' | 'stdout'
      >),
      watching: conversation.watch(this.watched.signal),
    });
  }

  type(keys: string): void {
    this.stdin.write(keys);
  }

  hangUp(): void {
    this.stdin.end();
  }

  get resizeListeners(): number {
    return this.stdout.listenerCount('resize');
  }

  /** What the terminal shows, once the text is there. */
  async sees(text: string): Promise<readonly string[]> {
    await eventually(text, () => this.screen.shown.join('\n').includes(text));
    return this.screen.shown;
  }

  /** The line that is typed, once it is this. */
  line(text: string): Promise<unknown> {
    return eventually(`the line ${text}`, () => this.screen.shown.at(-1) === `> ${text}`.trimEnd());
  }

  done(): void {
    this.watched.abort();
  }
}

const hanging: readonly ScriptedReply[] = [{ text: 'Wait for it', hangs: true }];

describe('a person at a terminal', () => {
  let folder = '';
  let person: Person | null = null;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'talk-'))));
  afterEach(() => {
    person?.hangUp();
    person?.done();
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  function at(chat: ScriptedChat): Person {
    person = new Person(chat, folder);
    return person;
  }

  /** A clock that stands still until it is turned on by so many ms. */
  function stoppedClock(): (ms: number) => void {
    let now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    return (ms) => (now += ms);
  }

  it('says a message, sees the answer, and leaves the terminal as it was', async () => {
    const before = listeners();
    const one = at(new ScriptedChat());
    await one.line('');
    // A busy machine may draw the empty status line before.
    const begins = one.screen.writes.filter((text) => text === '\u001b[?2004h');
    expect([one.raw, begins]).toEqual([[true], ['\u001b[?2004h']]);
    one.type('hello\r');
    await one.sees('You said: hello');
    await one.line('');
    one.type('\u0004');
    expect(await one.left).toBe(0);
    expect([one.raw, one.screen.writes.at(-1)]).toEqual([[true, false], '\u001b[?2004l']);
    expect([listeners(), one.resizeListeners]).toEqual([before, 0]);
    expect(one.screen.shown).toEqual(expect.arrayContaining(['> hello', 'You said: hello']));
    expect(one.chat.said).toEqual([{ text: 'hello', files: [] }]);
  });

  it('finds what was typed before, the newest once and first', async () => {
    writeFileSync(join(folder, 'history'), '"older"\n"hello"\n');
    const one = at(new ScriptedChat());
    await one.line('');
    one.type('\u001b[A');
    await one.line('older');
    one.type('\u001b[A');
    await one.line('hello');
    one.type('\r');
    await one.sees('You said: hello');
    one.type('\u0004');
    await one.left;
    expect(readFileSync(one.historyFile, 'utf8')).toBe('"hello"\n"older"\n');
  });

  it('says nothing with an empty line, and keeps nothing of it', async () => {
    const one = at(new ScriptedChat());
    await one.line('');
    one.type('  \r\u0015');
    one.type('/nix\r');
    await one.sees('there is no /nix');
    one.type('\u0004');
    await one.left;
    expect(one.chat.said).toEqual([]);
    expect(readFileSync(one.historyFile, 'utf8')).toBe('"/nix"\n');
  });

  it('keeps in the line what is said during a turn, and may give commands meanwhile', async () => {
    const one = at(new ScriptedChat({ turns: [hanging] }));
    await one.line('');
    one.type('go\r');
    await one.sees('Wait for it');
    one.type('more\r');
    const shown = await one.sees('a turn is under way; what you typed stays in the line');
    expect(shown.join(' ')).toContain('Say it when the turn has ended');
    await one.line('more');
    one.type('\u0015/files\r');
    await one.sees('there are no files yet');
    one.type('\u0015');
    one.type('\u0003');
    await one.sees('(the turn was stopped)');
    one.type('then\r');
    await one.sees('You said: then');
    expect(one.chat.said.map(({ text }) => text)).toEqual(['go', 'then']);
  });

  it('stops a turn with Ctrl-C, and leaves with a second one soon after', async () => {
    const turnOn = stoppedClock();
    const one = at(new ScriptedChat({ turns: [hanging] }));
    const stopped = jest.spyOn(one.chat, 'endTurn').mockResolvedValue(undefined);
    await one.line('');
    one.type('go\r');
    await one.sees('Wait for it');
    one.type('\u0003');
    await one.sees('stopping the turn · Ctrl-C again leaves');
    turnOn(twiceMs);
    one.type('\u0003');
    await eventually('it is asked to stop again', () => stopped.mock.calls.length === 2);
    turnOn(twiceMs - 1);
    one.type('\u0003');
    expect(await one.left).toBe(0);
    expect(stopped.mock.calls).toHaveLength(2);
  });

  it('says why a turn cannot be stopped', async () => {
    const one = at(new ScriptedChat({ turns: [hanging] }));
    jest
      .spyOn(one.chat, 'endTurn')
      .mockRejectedValue(new UsageError('the engine is away', 'Wait for it', { code: 'X' }));
    await one.line('');
    one.type('go\r');
    await one.sees('Wait for it');
    one.type('\u0003');
    expect((await one.sees('the engine is away')).join('\n')).toContain('\n  Wait for it');
  });

  it('clears the line with Ctrl-C, and leaves with another in an empty one', async () => {
    const turnOn = stoppedClock();
    const one = at(new ScriptedChat());
    await one.line('');
    one.type('half');
    await one.line('half');
    one.type('\u0003');
    await one.line('');
    turnOn(twiceMs);
    one.type('\u0003');
    expect(await one.left).toBe(0);
    expect(one.chat.said).toEqual([]);
  });

  it('deletes with Ctrl-D in a line, and leaves in an empty one', async () => {
    const one = at(new ScriptedChat());
    await one.line('');
    one.type('ab\u001b[D');
    await one.line('ab');
    one.type('\u0004');
    await one.line('a');
    one.type('\u0015\u0004');
    expect(await one.left).toBe(0);
  });

  it('has a message back that was not taken, with the reason, but no command', async () => {
    const one = at(new ScriptedChat());
    jest
      .spyOn(one.chat, 'say')
      .mockRejectedValue(new UsageError('no worker answers', 'Start one', { code: 'X' }));
    await one.line('');
    one.type('hello\r');
    expect((await one.sees('no worker answers')).join('\n')).toContain('\n  Start one');
    await one.line('hello');
    one.type('\u0015/nix\r');
    await one.sees('there is no /nix');
    await one.line('');
  });

  it('is not put back over what is typed by then', async () => {
    const one = at(new ScriptedChat());
    let refuse: (error: Error) => void = () => undefined;
    jest
      .spyOn(one.chat, 'say')
      .mockReturnValue(new Promise((_resolve, reject) => (refuse = reject)));
    await one.line('');
    one.type('hello\r');
    await one.line('');
    one.type('next');
    await one.line('next');
    refuse(new Error('no route'));
    await one.sees('no route');
    await one.line('next');
  });

  it('goes on in the next line behind a backslash', async () => {
    const one = at(new ScriptedChat());
    await one.line('');
    one.type('one\\\r');
    one.type('two\r');
    await one.sees('You said: one');
    expect(one.chat.said).toMatchObject([{ text: 'one\ntwo' }]);
  });

  it('clears the screen with Ctrl-L, and keeps the line', async () => {
    const one = at(new ScriptedChat());
    await one.line('');
    one.type('half');
    await one.line('half');
    one.type('\u000c');
    await eventually('it is cleared', () => one.screen.writes.includes('\u001b[2J\u001b[H'));
    await one.line('half');
  });

  it('gives the terminal back while it is suspended, and takes it again', async () => {
    const one = at(new ScriptedChat());
    const killed = jest.spyOn(process, 'kill').mockReturnValue(true);
    await one.line('');
    one.type('\u001a');
    await eventually('it is suspended', () => killed.mock.calls.length > 0);
    expect(killed.mock.calls).toEqual([[process.pid, 'SIGTSTP']]);
    expect([one.raw, one.screen.writes.slice(-2)]).toEqual([
      [true, false],
      expect.arrayContaining(['\u001b[?2004l\r\n']),
    ]);
    process.emit('SIGCONT');
    expect(one.raw).toEqual([true, false, true]);
    expect(one.screen.writes.filter((text) => text === '\u001b[?2004h')).toHaveLength(2);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('leaves at %s', async (signal) => {
    const one = at(new ScriptedChat());
    await one.line('');
    process.emit(signal);
    expect([await one.left, one.raw]).toEqual([0, [true, false]]);
  });

  it.each([
    ['what is typed when the chat ends is counted as not taken', 'half', true, 1],
    ['nothing is counted of an empty line', ' ', true, 0],
    ['nothing is counted while the chat stays open', 'half', false, 0],
  ])('%s', async (_, typed, ends, notTaken) => {
    const one = at(new ScriptedChat());
    await one.line('');
    one.type(typed);
    await one.line(typed.trim());
    if (ends) await one.chat.end();
    else one.hangUp();
    expect(await one.left).toBe(notTaken);
  });
});
