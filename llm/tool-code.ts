/** Takes the code out of the arguments of a tool call, as they come. */
export interface CodeReader {
  /** The code that this piece of the arguments adds. */
  readonly push: (piece: string) => string;
}

const beginning = /^\s*\{\s*"[^"\\]*"\s*:\s*"/;
/** What could still become the beginning. */
const mayBegin = /^\s*(\{\s*("[^"\\]*("\s*(:\s*)?)?)?)?$/;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Models write these arguments by hand: line feeds may stand as they are, and text that is not JSON at all is code. */
export function readCode(): CodeReader {
  let text = '';
  let state: 'beginning' | 'string' | 'raw' | 'done' = 'beginning';
  const more = (): string => {
    if (state === 'beginning') {
      const found = beginning.exec(text);
      if (found !== null) {
        state = 'string';
        text = text.slice(found[0].length);
      } else if (!mayBegin.test(text)) {
        state = 'raw';
      }
    }
    if (state === 'beginning' || state === 'done') return '';
    if (state === 'raw') {
      const code = text;
      text = '';
      return code;
    }
    return characters();
  };
  const characters = (): string => {
    let code = '';
    let place = 0;
    while (place < text.length) {
      const character = text[place] ?? '';
      if (character === '"') {
        state = 'done';
        break;
      }
      if (character !== '\\') {
        code += character;
        place += 1;
        continue;
      }
      const escape = /^\\(?:u([0-9a-fA-F]{4})|([^u]))/s.exec(text.slice(place, place + 6));
      // The rest of an escape comes with the next piece.
      if (escape === null && text.length - place < 6) break;
      const [whole, hex, letter = 'u'] = escape ?? ['\\u'];
      code +=
        hex === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(parseInt(hex, 16));
      place += whole.length;
    }
    text = text.slice(place);
    return code;
  };
  return {
    push: (piece) => {
      text += piece;
      return more();
    },
  };
}

/** The code of a whole call's arguments. */
export function codeOf(argumentsText: string): string {
  const given = jsonCode(argumentsText);
  if (given !== null) return given;
  return readCode().push(argumentsText);
}

function jsonCode(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null) return null;
    const code: unknown = 'code' in value ? value.code : Object.values(value)[0];
    return typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
}
