/** A text that comes in pieces, as the lines that it has; the last one stays open until its end has come. */
export class SplitLines {
  private last = '';

  /** The line whose end has not come. */
  get open(): string {
    return this.last;
  }

  /** Lines that a piece has ended. */
  take(piece: string): readonly string[] {
    const lines = `${this.last}${piece}`.split('\n');
    this.last = lines.pop() ?? '';
    return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  }

  /** The open line, which ends here; null when there is none. */
  end(): string | null {
    const last = this.last;
    this.last = '';
    return last === '' ? null : last;
  }
}
