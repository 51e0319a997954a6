export type Key =
  | { readonly kind: 'keys'; readonly text: string }
  /** Pasted at once, by a terminal that says so. */
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'enter' | 'newline' | 'interrupt' | 'leave' | 'clear' | 'suspend' };

const pasteBegins = '\u001b[200~';
const pasteEnds = '\u001b[201~';

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
const known = /\u001b\[200~|\u001b\[13;2u|\u001b?[\r\n]|[\u0003\u0004\u000c\u001a]/u;

/** What comes from a terminal as what it means; what is left is for the line editor. A paste may come in many chunks. */
export class KeyReader {
  private held = '';
  private pasted: string[] | null = null;

  take(chunk: string): readonly Key[] {
    let rest = this.held + chunk;
    this.held = '';
    const keys: Key[] = [];
    while (rest !== '') {
      rest = this.pasted === null ? this.next(rest, keys) : this.paste(this.pasted, rest, keys);
    }
    return keys;
  }

  private next(text: string, keys: Key[]): string {
    const found = known.exec(text);
    if (found === null) {
      this.held = begunMark(text, pasteBegins, 3);
      const whole = text.slice(0, text.length - this.held.length);
      if (whole !== '') keys.push({ kind: 'keys', text: whole });
      return '';
    }
    const before = text.slice(0, found.index);
    if (before !== '') keys.push({ kind: 'keys', text: before });
    const [mark] = found;
    const kind = meanings[mark];
    if (kind === undefined) this.pasted = [];
    else keys.push({ kind });
    return text.slice(found.index + mark.length);
  }

  private paste(parts: string[], text: string, keys: Key[]): string {
    const end = text.indexOf(pasteEnds);
    if (end < 0) {
      this.held = begunMark(text, pasteEnds, 1);
      parts.push(text.slice(0, text.length - this.held.length));
      return '';
    }
    parts.push(text.slice(0, end));
    this.pasted = null;
    keys.push({ kind: 'paste', text: parts.join('').replace(/\r\n?/gu, '\n').replace(/\n$/u, '') });
    return text.slice(end + pasteEnds.length);
  }
}

/** The end of a text that a mark may begin with, of `least` characters: a lone escape may be a key. */
function begunMark(text: string, mark: string, least: number): string {
  for (let length = mark.length - 1; length >= least; length -= 1) {
    if (text.endsWith(mark.slice(0, length))) return mark.slice(0, length);
  }
  return '';
}
