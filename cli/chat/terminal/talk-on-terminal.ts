import { UsageError } from '../../../core/errors/errors';
import type { Talk } from '../carry-out';
import { carryOut } from '../carry-out';
import type { Conversation } from '../conversation';
import { readInput } from '../input/read-input';
import { unfinishedInput } from '../input/unfinished-input';
import type { ChatView } from '../show/chat-view';
import type { ChatScreen } from './chat-screen';
import { keptHistory, readHistory, writeHistory } from './input-history';
import { LineEditor } from './line-editor';
import { KeyReader } from './read-keys';
import type { Key } from './read-keys';

/** A second Ctrl-C within this leaves. */
export const twiceMs = 1_500;

const begin = '\u001b[?2004h';
const end = '\u001b[?2004l';

export interface TerminalTalk {
  readonly conversation: Conversation;
  readonly view: ChatView;
  readonly screen: ChatScreen;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly historyFile: string;
  readonly given: Talk['given'];
  readonly watching: Promise<void>;
}

/** Reads keys until the person leaves, also during work. @returns number of queued messages left when the chat ended */
export async function talkOnTerminal(options: TerminalTalk): Promise<number> {
  const person = new PersonAtTerminal(options, await readHistory(options.historyFile));
  await person.talk();
  return options.conversation.ended && person.types ? 1 : 0;
}

class PersonAtTerminal {
  private readonly keys = new KeyReader();
  private readonly editor: LineEditor;
  private readonly talkWith: Talk;
  private history: readonly string[];
  private interruptedAtMs = Number.NEGATIVE_INFINITY;
  private acting = 0;
  private leave: () => void = () => undefined;

  constructor(
    private readonly options: TerminalTalk,
    history: readonly string[],
  ) {
    this.history = history;
    this.editor = new LineEditor(history, keptHistory);
    const { conversation, view, given } = options;
    this.talkWith = {
      conversation,
      view,
      given,
      echoed: true,
      tell: (line) => {
        this.options.screen.print(line, 'note');
      },
      putBack: (text) => {
        this.putBack(text);
      },
    };
  }

  /** Something stands in the line. */
  get types(): boolean {
    return this.editor.text.trim() !== '';
  }

  async talk(): Promise<void> {
    const { stdin, stdout, screen, watching } = this.options;
    const left = new Promise<void>((resolve) => (this.leave = resolve));
    const onData = (chunk: string): void => {
      for (const key of this.keys.take(chunk)) this.press(key);
      this.show();
    };
    const onResize = (): void => {
      screen.draw();
    };
    const restore = (): void => {
      stdin.setRawMode(false);
      stdout.write(end);
    };
    const resume = (): void => {
      stdin.setRawMode(true);
      stdout.write(begin);
      screen.forget();
      screen.draw();
    };
    const leave = (): void => {
      this.leave();
    };
    stdin.setEncoding('utf8');
    stdin.setRawMode(true);
    stdout.write(begin);
    stdin.on('data', onData).on('end', leave);
    stdout.on('resize', onResize);
    process.on('SIGCONT', resume).on('SIGTERM', leave).on('SIGHUP', leave).on('exit', restore);
    this.show();
    try {
      await Promise.race([left, watching]);
    } finally {
      screen.type(null);
      screen.open('', 'prose');
      screen.status('');
      screen.draw();
      process
        .off('SIGCONT', resume)
        .off('SIGTERM', leave)
        .off('SIGHUP', leave)
        .off('exit', restore);
      stdout.off('resize', onResize);
      stdin.off('data', onData).off('end', leave);
      this.editor.close();
      restore();
      stdin.pause();
      await writeHistory(this.options.historyFile, this.history);
    }
  }

  private press(key: Key): void {
    switch (key.kind) {
      case 'keys':
        this.editor.press(key.text);
        return;
      case 'paste':
        this.editor.paste(key.text);
        return;
      case 'newline':
        this.editor.insert('\n');
        return;
      case 'enter':
        this.enter();
        return;
      case 'interrupt':
        this.interrupt();
        return;
      case 'leave':
        if (this.editor.text === '') this.leave();
        else this.editor.press('\u0004');
        return;
      case 'clear':
        this.options.screen.clear();
        return;
      case 'suspend':
        this.suspend();
        return;
    }
  }

  private show(): void {
    const { text, cursor } = this.editor;
    this.options.screen.type({ text, cursor });
  }

  private enter(): void {
    const more = unfinishedInput(this.editor.text);
    if (more !== null) {
      this.editor.set(more);
      return;
    }
    const whole = this.editor.whole;
    const input = readInput(whole);
    if (input.kind === 'nothing') return;
    const { conversation } = this.options;
    if (input.kind === 'message' && (conversation.busy || this.acting > 0)) {
      this.tellError(busy());
      return;
    }
    this.options.view.person(this.editor.text);
    this.editor.take();
    this.history = [whole, ...this.history.filter((one) => one !== whole)];
    if (input.kind === 'message') this.acting += 1;
    void carryOut(this.talkWith, input)
      .then(
        (done) => {
          if (done === 'leave') this.leave();
        },
        (error: unknown) => {
          this.tellError(error);
          // What was said is not lost by its not having been taken.
          if (input.kind === 'message' && this.editor.text === '') this.putBack(whole);
        },
      )
      .finally(() => {
        if (input.kind === 'message') this.acting -= 1;
      });
  }

  private interrupt(): void {
    const now = Date.now();
    const twice = now - this.interruptedAtMs < twiceMs;
    this.interruptedAtMs = now;
    const { conversation, screen } = this.options;
    if (twice || (!conversation.busy && this.editor.text === '')) {
      this.leave();
      return;
    }
    if (!conversation.busy) {
      this.editor.take();
      return;
    }
    screen.status('stopping the turn · Ctrl-C again leaves, and the chat stays open');
    conversation.chat.endTurn().catch((error: unknown) => {
      this.tellError(error);
    });
  }

  private putBack(text: string): void {
    this.editor.putBack(text);
    this.show();
  }

  private tellError(error: unknown): void {
    const { screen } = this.options;
    screen.print(error instanceof Error ? error.message : String(error), 'trouble');
    if (error !== null && typeof error === 'object' && 'remedy' in error) {
      screen.print(`  ${String(error.remedy)}`, 'note');
    }
  }

  private suspend(): void {
    const { stdin, stdout, screen } = this.options;
    screen.draw();
    stdin.setRawMode(false);
    stdout.write(`${end}\r\n`);
    process.kill(process.pid, 'SIGTSTP');
  }
}

function busy(): UsageError {
  return new UsageError(
    'a turn is under way; what you typed stays in the line',
    'Say it when the turn has ended, or stop the turn with Ctrl-C',
    { code: 'CHAT_BUSY' },
  );
}
