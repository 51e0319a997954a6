import { ExactNumber } from '../exact-json';

/** A value of a JSON text as Python's `repr` writes it: what `print` shows of it inside a list. */
export function pythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'number') return String(value);
  if (value instanceof ExactNumber) return value.text;
  if (typeof value === 'string') return pythonString(value);
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') throw new TypeError(`no JSON: ${typeof value}`);
  const members = Object.entries(value).map(
    ([key, member]) => `${pythonString(key)}: ${pythonLiteral(member)}`,
  );
  return `{${members.join(', ')}}`;
}

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function pythonString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replace(/[\\']/g, (char) => (char === '\\' || char === quote ? `\\${char}` : char))
    .replace(/[\u0000-\u001F\u007F-\u00A0\u00AD]/g, (char) => {
      return named[char] ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
    })
    // Half of a pair: no source text can hold it as it is.
    .replace(/\p{Cs}/gu, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
  return `${quote}${escaped}${quote}`;
}
