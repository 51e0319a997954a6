import { EventEmitter } from 'node:events';
import { emitKeypressEvents } from 'node:readline';
import type { Interface, Key as Pressed } from 'node:readline';

export type Key =
  | { readonly kind: 'keys'; readonly text: string }
  /** Pasted at once, by a terminal that says so. */
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'enter' | 'newline' | 'interrupt' | 'leave' | 'clear' | 'suspend' };

const meanings: Readonly<Record<string, Exclude<Key['kind'], 'keys' | 'paste'>>> = {
  '\r': 'enter',
  '\n': 'newline',
  '\u001b\r': 'newline',
  '\u001b\n': 'newline',
  '\u001b[13;2u': 'newline',
  '\u0003': 'interrupt',
  '\u0004': 'leave',
  '\u000c': 'clear',
  '\u001a': 'suspend',
};

/** Divides what comes from a terminal into keys that have a meaning and keys for the line editor. */
export class KeyReader {
  private readonly terminal = new EventEmitter();
  private keys: Key[] = [];
  private pasted: string[] | null = null;

  constructor() {
    // Without an interface, Escape waits 500 ms for a second key, and Ctrl-C within that time is Alt-Ctrl-C.
    const timing = { escapeCodeTimeout: 50 } as unknown as Interface;
    emitKeypressEvents(this.terminal as NodeJS.ReadableStream, timing);
    this.terminal.on('keypress', (_text: unknown, { name, sequence = '' }: Pressed) => {
      this.press(name, sequence);
    });
  }

  /** A key or a paste may come in several chunks. The editor ignores Escape pressed alone. */
  take(chunk: string): readonly Key[] {
    this.keys = [];
    this.terminal.emit('data', chunk);
    return this.keys;
  }

  private press(name: string | undefined, sequence: string): void {
    if (name === 'paste-start') this.pasted = [];
    else if (this.pasted === null) {
      const kind = meanings[sequence];
      this.keys.push(kind === undefined ? { kind: 'keys', text: sequence } : { kind });
    } else if (name === 'paste-end') {
      const text = this.pasted.join('').replace(/\r\n?/gu, '\n').replace(/\n$/u, '');
      this.keys.push({ kind: 'paste', text });
      this.pasted = null;
    } else this.pasted.push(sequence);
  }
}
