import type { JsonValue } from '../../core/values/canonical-json';
import { LiveRegion } from './live-region';
import type { TerminalStream } from './live-region';
import { wrapLine } from './terminal-text';

export interface OutputOptions {
  readonly json: boolean;
  readonly stdout?: TerminalStream;
  readonly stderr?: TerminalStream;
  /** False: never draw in place, whatever the streams are. */
  readonly draws?: boolean;
}

/** Plain lines of progress are for logs: not more than one in so long. */
const plainLineEveryMs = 5_000;

/** Where a command writes: results to stdout, progress to stderr. With `--json` stdout carries exactly one document. */
export class Output {
  private readonly stdout: TerminalStream;
  private readonly stderr: TerminalStream;
  private readonly region: LiveRegion;
  private lastPlain = { atMs: Number.NEGATIVE_INFINITY, line: '' };

  constructor(private readonly options: OutputOptions) {
    this.stdout = options.stdout ?? process.stdout;
    this.stderr = options.stderr ?? process.stderr;
    this.region = new LiveRegion(this.stderr);
  }

  get json(): boolean {
    return this.options.json;
  }

  /** A terminal that can be drawn on. */
  get live(): boolean {
    return this.stderr.isTTY === true && this.options.draws !== false;
  }

  /** Of the terminal that the command's text goes to; without a terminal there is no end. */
  get columns(): number {
    return this.stdout.isTTY === true ? (this.stdout.columns ?? 80) : Number.POSITIVE_INFINITY;
  }

  /** What the command was asked for, as text; long lines are broken at blanks on a terminal. */
  print(line: string): void {
    if (!this.json) this.write(this.stdout, line);
  }

  /** Text that must come out as it is, however long its lines. */
  printExactly(line: string): void {
    if (this.json) return;
    this.region.erase();
    this.stdout.write(`${line}\n`);
  }

  /** What the command was asked for, as a document. */
  result(value: JsonValue): void {
    if (this.json) this.stdout.write(`${JSON.stringify(value)}\n`);
  }

  /** What is going on meanwhile. */
  note(line: string): void {
    this.write(this.stderr, line);
  }

  /** How far the work is: drawn in place on a terminal with its detail, now and then a plain line elsewhere. */
  progress(lines: readonly string[], detail: readonly string[] = []): void {
    if (this.live) {
      this.region.show([...lines, ...detail]);
      return;
    }
    const line = lines.join(' · ');
    const { atMs, line: before } = this.lastPlain;
    if (line === before || Date.now() - atMs < plainLineEveryMs) return;
    this.plain(line);
  }

  /** The last word on how far the work is; `null` leaves what was drawn as it stands. */
  progressEnd(lines: readonly string[] | null): void {
    if (lines === null) {
      this.region.settle();
      return;
    }
    this.region.erase();
    const line = lines.join(' · ');
    if (line !== this.lastPlain.line) this.plain(line);
  }

  private plain(line: string): void {
    this.note(line);
    this.lastPlain = { atMs: Date.now(), line };
  }

  private write(stream: TerminalStream, line: string): void {
    this.region.erase();
    const columns = stream.isTTY === true ? stream.columns : undefined;
    const lines =
      columns === undefined ? [line] : line.split('\n').flatMap((one) => wrapLine(one, columns));
    stream.write(lines.map((one) => `${one}\n`).join(''));
  }
}
