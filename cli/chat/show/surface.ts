import type { Style } from './paint';

export interface Surface {
  /** A line that is finished. `painted`: the same line with colours of its own. */
  readonly print: (text: string, style: Style, painted?: string) => void;
  /** The line that is being written, shown until the next call; empty: none. */
  readonly open: (text: string, style: Style) => void;
  /** What is being done right now, shown until the next call; empty: nothing. */
  readonly status: (text: string) => void;
}

/** Lines as they are, for files and pipes: what is said goes to one stream, what is going on to the other. */
export function plainSurface(said: (line: string) => void, noted: (line: string) => void): Surface {
  return {
    print: (text, style) => {
      (style === 'note' || style === 'trouble' ? noted : said)(text);
    },
    open: () => undefined,
    status: () => undefined,
  };
}
