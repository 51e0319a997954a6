import { plainSurface } from '../../../cli/chat/show/surface';
import type { Surface } from '../../../cli/chat/show/surface';

/** A surface whose lines can be looked at; the line that is open, too. */
export class KeptLines implements Surface {
  readonly lines: string[] = [];
  opened = '';
  private readonly plain = plainSurface(
    (line) => this.lines.push(line),
    (line) => this.lines.push(line),
  );

  print: Surface['print'] = (text, style, painted) => {
    this.plain.print(painted ?? text, style);
  };

  open: Surface['open'] = (text) => {
    this.opened = text;
  };

  status: Surface['status'] = () => undefined;
}
