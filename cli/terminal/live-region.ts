import { cutToWidth, textWidth } from './terminal-text';

/** What is needed of a stream to write to, and to draw on when it is a terminal. */
export interface TerminalStream {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

const fallback = { columns: 80, rows: 24 };

/** A terminal that was told no size says 0. */
function known(size: number | undefined): number | null {
  return size === undefined || size === 0 ? null : size;
}

/** Terminal lines drawn in place. A frame is one write without blanking: no flicker. An unchanged frame writes nothing. */
export class LiveRegion {
  private drawn: readonly string[] = [];
  private drawnColumns = 0;

  constructor(private readonly stream: TerminalStream) {}

  show(lines: readonly string[]): void {
    const { columns } = this;
    const frame = fitted(lines, { columns, rows: known(this.stream.rows) ?? fallback.rows });
    const same = columns === this.drawnColumns && frame.join('\n') === this.drawn.join('\n');
    if (same) return;
    const body = frame.map((line) => `${line}\u001b[K\n`).join('');
    this.stream.write(`${this.toTop(columns)}${body}\u001b[J`);
    this.drawn = frame;
    this.drawnColumns = columns;
  }

  /** Takes the region off the screen; what is written next stands in its place. */
  erase(): void {
    if (this.drawn.length === 0) return;
    this.stream.write(`${this.toTop(this.columns)}\u001b[J`);
    this.drawn = [];
  }

  /** Leaves the last frame where it is. */
  settle(): void {
    this.drawn = [];
  }

  /** A terminal that became narrower has broken the drawn lines in two or more. */
  private get columns(): number {
    return known(this.stream.columns) ?? fallback.columns;
  }

  private toTop(columns: number): string {
    const rows = this.drawn.reduce(
      (sum, line) => sum + Math.max(1, Math.ceil(textWidth(line) / columns)),
      0,
    );
    return rows === 0 ? '' : `\u001b[${String(rows)}A\r`;
  }
}

/** What has no room is left out after the first line: a tree grows at its end. */
function fitted(
  lines: readonly string[],
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly string[] {
  const room = Math.max(3, rows - 1);
  const hidden = lines.length - room + 1;
  const shown =
    lines.length <= room
      ? lines
      : [...lines.slice(0, 1), `… ${String(hidden)} lines above`, ...lines.slice(hidden + 1)];
  return shown.map((line) => cutToWidth(line, columns - 1));
}
