import type { OutputPart } from '../../../core/adapters/session';
import { countText } from '../../../core/words/plural';
import { terminalLine } from '../../../report/terminal-safe';
import type { Style } from './paint';
import { programText } from './program-text';
import { SplitLines } from './split-lines';
import type { Surface } from './surface';

const bar = '│ ';
const longestLine = 4_000;

type Text = Extract<OutputPart, { readonly text: string }>['kind'];
const styles: Readonly<Record<Text, Style>> = {
  stdout: 'output',
  stderr: 'warning',
  value: 'value',
  table: 'output',
  error: 'errors',
};

/** Shows what a block writes as it does, behind a bar. */
export class OutputPrinter {
  private readonly lines = new SplitLines();
  private kind: Text = 'stdout';
  /** What has been taken so far. */
  readonly taken: OutputPart[] = [];

  constructor(private readonly surface: Surface) {}

  take(part: OutputPart): void {
    this.taken.push(part);
    if (part.kind === 'artefact') {
      this.end();
      this.surface.print(`${bar}[${terminalLine(part.name)}]`, 'value');
      return;
    }
    if (part.kind === 'dropped') {
      this.end();
      this.surface.print(`${bar}… ${countText(part.bytes)} bytes left out`, 'output');
      return;
    }
    if (part.kind !== this.kind) this.end();
    this.kind = part.kind;
    for (const line of this.lines.take(part.text)) this.line(line);
    // Values, tables and errors come whole.
    const whole = part.kind !== 'stdout' && part.kind !== 'stderr';
    if (whole || this.lines.open.length > longestLine) this.end();
    else this.open();
  }

  /** What there is of the last line is all of it. */
  end(): void {
    const last = this.lines.end();
    if (last !== null) this.line(last);
    this.open();
  }

  private open(): void {
    const { open } = this.lines;
    this.surface.open(open === '' ? '' : bar + programText(open), styles[this.kind]);
  }

  private line(raw: string): void {
    this.surface.print(bar + programText(raw), styles[this.kind]);
  }
}
