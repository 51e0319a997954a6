import type { TerminalStream } from '../../../cli/terminal/live-region';

/** A terminal that understands what we write to it: text, line feeds, cursor up, right and home, erasing of line, rest and all. */
export class Screen implements TerminalStream {
  readonly isTTY = true;
  readonly writes: string[] = [];
  private lines: string[] = [''];
  private row = 0;
  private column = 0;

  constructor(
    public columns = 80,
    public rows = 24,
  ) {}

  write(text: string): void {
    this.writes.push(text);
    for (const [part] of text.matchAll(/\u001b\[[?\d]*[A-Za-z]|[\s\S]/gu)) this.put(part);
  }

  /** Lines with something on them. */
  get shown(): readonly string[] {
    return this.lines.map((line) => line.trimEnd()).filter((line) => line !== '');
  }

  /** As terminals do that keep long lines whole: what no longer fits goes on in the next row. */
  narrow(columns: number): void {
    this.columns = columns;
    const before = this.lines.slice(0, this.row);
    const flowed = before.flatMap((line) => {
      const parts = line.match(new RegExp(`.{1,${String(columns)}}`, 'gu'));
      return parts ?? [''];
    });
    this.lines = [...flowed, ''];
    this.row = flowed.length;
    this.column = 0;
  }

  /** The same, with the cursor in the last line, behind its text. */
  narrowAll(columns: number): void {
    const last = this.lines.at(-1) ?? '';
    this.narrow(columns);
    this.lines[this.row] = last;
    this.column = last.trimEnd().length;
  }

  private put(part: string): void {
    const line = this.lines[this.row] ?? '';
    if (part === '\n') {
      this.row += 1;
      this.column = 0;
      this.lines[this.row] ??= '';
    } else if (part === '\r') this.column = 0;
    else if (/^\u001b.*[lhm]$/u.test(part)) return;
    else if (/^\u001b\[\d+C$/u.test(part)) this.column += parseInt(part.slice(2));
    else if (part === '\u001b[2J') this.lines = this.lines.map(() => '');
    else if (part === '\u001b[H') [this.row, this.column] = [0, 0];
    else if (part === '\u001b[K') this.lines[this.row] = line.slice(0, this.column);
    else if (part === '\u001b[J') {
      this.lines[this.row] = line.slice(0, this.column);
      this.lines.length = this.row + 1;
    } else if (part.startsWith('\u001b['))
      this.row = Math.max(0, this.row - parseInt(part.slice(2)));
    else {
      this.lines[this.row] = line.slice(0, this.column) + part + line.slice(this.column + 1);
      this.column += 1;
    }
  }
}
