import type { TerminalStream } from '../../terminal/live-region';
import { cutToWidth, textWidth, wrapLine } from '../../terminal/terminal-text';
import type { Paint, Style } from '../show/paint';
import { promptRows } from './prompt-rows';
import type { Surface } from '../show/surface';

/** Frames are drawn together when they come faster. */
const frameMs = 15;

const broken: ReadonlySet<Style> = new Set<Style>(['prose', 'person', 'mark', 'note', 'trouble']);

/** Prose has no indent of its own, but for its lists. */
function brokenLine(line: string, style: Style, columns: number): readonly string[] {
  const rows = wrapLine(line, columns);
  if (style !== 'prose' || /^\s*(?:[-*]|\d+\.)?\s/u.test(line)) return rows;
  return rows.map((row, place) => (place === 0 ? row : row.trimStart()));
}

interface Drawn {
  /** Columns that each row takes. */
  readonly widths: readonly number[];
  readonly row: number;
  readonly column: number;
}
const nothing: Drawn = { widths: [], row: 0, column: 0 };

/** A conversation on a terminal: finished lines scroll up; below are current line, status and input. A frame is one write. */
export class ChatScreen implements Surface {
  private finished = '';
  private opened: { readonly text: string; readonly style: Style } = { text: '', style: 'prose' };
  private doing = '';
  private typed: { readonly text: string; readonly cursor: number } | null = null;
  private drawn = nothing;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly stream: TerminalStream,
    private readonly paint: Paint,
  ) {}

  print = (text: string, style: Style, painted?: string): void => {
    const rows = broken.has(style)
      ? text.split('\n').flatMap((line) => brokenLine(line, style, this.columns - 1))
      : [painted ?? text];
    for (const row of rows) this.finished += `${painted ?? this.paint(style, row)}\n`;
    this.later();
  };

  open = (text: string, style: Style): void => {
    this.opened = { text, style };
    this.later();
  };

  status = (text: string): void => {
    this.doing = text;
    this.later();
  };

  /** What stands in the person's line; null: nobody is asked. */
  type(typed: { readonly text: string; readonly cursor: number } | null): void {
    this.typed = typed;
    this.later();
  }

  /** Draws at once, and anew when the terminal's size has changed or somebody else has written to it. */
  draw(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { columns } = this;
    const above = [...this.openRows(columns), ...this.statusRow(columns)];
    const most = Math.max(1, this.height - above.length - 1);
    const prompt =
      this.typed === null
        ? { rows: [], row: 0, column: 0 }
        : promptRows(this.typed.text, this.typed.cursor, { columns, most });
    const rows = [...above.map(({ painted }) => painted), ...prompt.rows];
    const widths = [...above.map(({ width }) => width), ...prompt.rows.map(textWidth)];
    const row = this.typed === null ? widths.length : above.length + prompt.row;
    // What scrolls away may fill its rows, so that nothing can be erased behind it.
    const start = `${this.toTop(columns)}${this.finished === '' ? '' : '\u001b[J'}${this.finished}`;
    const body = rows.map((text) => `${text}\u001b[K`).join('\n');
    const end = this.typed === null && rows.length > 0 ? '\n' : '';
    const last = this.typed === null ? row : Math.max(0, rows.length - 1);
    const up = last - row;
    const column = `\r${prompt.column === 0 ? '' : `\u001b[${String(prompt.column)}C`}`;
    const place = `${up === 0 ? '' : `\u001b[${String(up)}A`}${column}`;
    this.stream.write(`\u001b[?25l${start}${body}${end}\u001b[J${place}\u001b[?25h`);
    this.finished = '';
    this.drawn = { widths, row, column: prompt.column };
  }

  /** Clears what is seen; what has scrolled away stays. */
  clear(): void {
    this.drawn = nothing;
    this.stream.write('\u001b[2J\u001b[H');
    this.draw();
  }

  /** What was drawn last is not there any more: another program had the terminal. */
  forget(): void {
    this.drawn = nothing;
  }

  private get columns(): number {
    const { columns = 0 } = this.stream;
    // A terminal that was told no size says 0.
    return columns === 0 ? 80 : Math.max(10, columns);
  }

  private get height(): number {
    return Math.max(4, this.stream.rows ?? 24);
  }

  private later(): void {
    this.timer ??= setTimeout(() => {
      this.draw();
    }, frameMs);
  }

  private openRows(
    columns: number,
  ): readonly { readonly painted: string; readonly width: number }[] {
    const { text, style } = this.opened;
    if (text === '') return [];
    const rows = broken.has(style)
      ? brokenLine(text, style, columns - 1)
      : [cutToWidth(text, columns - 1)];
    const fitting = rows.slice(-Math.max(1, Math.floor(this.height / 2)));
    return fitting.map((row) => ({ painted: this.paint(style, row), width: textWidth(row) }));
  }

  private statusRow(
    columns: number,
  ): readonly { readonly painted: string; readonly width: number }[] {
    if (this.doing === '') return [];
    const row = cutToWidth(this.doing, columns - 1);
    return [{ painted: this.paint('note', row), width: textWidth(row) }];
  }

  /** To the first row drawn. A terminal that became narrower has broken rows in two or more. */
  private toTop(columns: number): string {
    const { widths, row, column } = this.drawn;
    const above = widths
      .slice(0, row)
      .reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0);
    const rows = above + Math.floor(column / columns);
    return `${rows === 0 ? '' : `\u001b[${String(rows)}A`}\r`;
  }
}
