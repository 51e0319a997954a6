import { EventEmitter } from 'node:events';
import { createInterface } from 'node:readline';
import type { Interface } from 'node:readline';
import { Writable } from 'node:stream';

import { countText } from '../../../core/words/plural';

/** What is pasted beyond this stands in the line by a mark. */
const longestShown = { lines: 4, characters: 600 };

/** Members of readline's that it lets others read, and that hold what is edited. */
interface Edited {
  line: string;
  cursor: number;
  history: string[];
}

/** The typed line with readline's keys and history. The reader of the keys draws it and decides when it ends. */
export class LineEditor {
  private readonly keys = Object.assign(new EventEmitter(), {
    pause: () => undefined,
    resume: () => undefined,
  });
  private readonly readline: Interface;
  private readonly pasted = new Map<string, string>();

  /** @param history the newest first */
  constructor(history: readonly string[], most: number) {
    this.readline = createInterface({
      input: this.keys as unknown as NodeJS.ReadableStream,
      output: new Writable({
        write: (_chunk, _encoding, done) => {
          done();
        },
      }),
      terminal: true,
      history: [...history],
      historySize: most,
      escapeCodeTimeout: 50,
    });
  }

  get text(): string {
    return this.edited.line;
  }

  get cursor(): number {
    return this.edited.cursor;
  }

  /** Keys as a terminal sends them. One by one: of several at once readline puts each at the end of the line. */
  press(keys: string): void {
    for (const key of keys) this.keys.emit('data', Buffer.from(key));
  }

  insert(text: string): void {
    const { line, cursor } = this.edited;
    this.edited.line = line.slice(0, cursor) + text + line.slice(cursor);
    this.edited.cursor = cursor + text.length;
  }

  /** Puts a pasted text in, or a mark that stands for it where it is long. */
  paste(text: string): void {
    const lines = text.split('\n').length;
    if (lines <= longestShown.lines && text.length <= longestShown.characters) {
      this.insert(text);
      return;
    }
    const mark = `[pasted ${String(this.pasted.size + 1)}: ${countText(lines)} lines, ${countText(text.length)} characters]`;
    this.pasted.set(mark, text);
    this.insert(mark);
  }

  /** What was said before, to go on with: what was pasted of it stands there by its mark again. */
  putBack(text: string): void {
    let line = text;
    for (const [mark, pasted] of this.pasted) line = line.split(pasted).join(mark);
    this.set('');
    this.paste(line);
  }

  /** What is in the line from now on, with the cursor behind it. */
  set(text: string): void {
    this.edited.line = text;
    this.edited.cursor = text.length;
  }

  /** What was typed, with what was pasted in its place. */
  get whole(): string {
    let text = this.text;
    for (const [mark, pasted] of this.pasted) text = text.split(mark).join(pasted);
    return text;
  }

  /** Empties the line and keeps what it was. */
  take(): void {
    const { history, line } = this.edited;
    if (line.trim() !== '' && history[0] !== line) history.unshift(line);
    this.set('');
    (this.readline as unknown as { historyIndex: number }).historyIndex = -1;
  }

  close(): void {
    this.readline.close();
  }

  private get edited(): Edited {
    return this.readline as unknown as Edited;
  }
}
