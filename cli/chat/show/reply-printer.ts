import { highlightLastLine } from './highlight-python';
import { stepFence } from './fence';
import type { OpenFence } from './fence';
import type { Paint } from './paint';
import { programText } from './program-text';
import { SplitLines } from './split-lines';
import type { Surface } from './surface';

const python = /^(?:|py|python|python3|ipython)$/iu;
/** A line without end is broken here. */
const longestLine = 4_000;

/** Shows a reply as its pieces come: prose, and blocks with their colours. */
export class ReplyPrinter {
  private readonly lines = new SplitLines();
  private fence: OpenFence | null = null;
  private block: string[] = [];

  constructor(
    private readonly surface: Surface,
    private readonly paint: Paint,
  ) {}

  take(piece: string): void {
    for (const line of this.lines.take(piece)) this.line(line);
    if (this.lines.open.length > longestLine) this.end();
    this.surface.open(programText(this.lines.open), this.fence === null ? 'prose' : 'code');
  }

  /** The reply, or what there is of it, ends here. */
  end(): void {
    const last = this.lines.end();
    if (last !== null) this.line(last);
    this.surface.open('', 'prose');
  }

  private line(raw: string): void {
    const text = programText(raw);
    const step = stepFence(this.fence, raw);
    const python3 = python.test(this.fence?.info.split(/[\s{]/u)[0] ?? '');
    this.fence = step.open;
    switch (step.line) {
      case 'text':
        this.surface.print(text, 'prose');
        return;
      case 'code':
        this.block.push(text);
        this.surface.print(
          text,
          'code',
          python3 ? highlightLastLine(this.block, this.paint) : undefined,
        );
        return;
      case 'opens':
      case 'closes':
        this.block = [];
        this.surface.print(text, 'fence');
        return;
    }
  }
}
