/** Places tried per reply: enough for prose around an object, and a bound on hostile input. */
const mostAnchors = 4;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Where the object that opens at `start` closes; -1 when it does not. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/** Texts that may be the object: the whole, the outermost braces, then what encloses the key's last mentions. */
function* candidates(text: string, key: string): Generator<string> {
  yield text;
  const first = text.indexOf('{');
  const last = text.lastIndexOf('}');
  if (first !== -1 && last > first) yield text.slice(first, last + 1);
  let mention = text.lastIndexOf(`"${key}"`);
  for (let mentions = 0; mention > 0 && mentions < mostAnchors; mentions += 1) {
    let start = text.lastIndexOf('{', mention);
    for (let braces = 0; start !== -1 && braces < mostAnchors; braces += 1) {
      const end = endOfObject(text, start);
      if (end > mention) yield text.slice(start, end + 1);
      start = start === 0 ? -1 : text.lastIndexOf('{', start - 1);
    }
    mention = text.lastIndexOf(`"${key}"`, mention - 1);
  }
}

/**
 * The JSON object with this member that a reply holds, fenced or in the midst of prose; of several the last.
 * undefined: none. Reads the text a bounded number of times, however it is nested.
 */
export function objectInReply(
  text: string,
  key: string,
): Readonly<Record<string, unknown>> | undefined {
  for (const candidate of candidates(text.trim(), key)) {
    const value = parseJson(candidate);
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, key)) {
      return value as Readonly<Record<string, unknown>>;
    }
  }
  return undefined;
}

/** A JSON array that stands alone in a reply, not within an object: a fence or prose without brackets may surround it. */
export function arrayInReply(text: string): readonly unknown[] | undefined {
  const first = text.indexOf('[');
  const last = text.lastIndexOf(']');
  if (first === -1 || last < first || text.slice(0, first).includes('{')) return undefined;
  const value = parseJson(text.slice(first, last + 1));
  return Array.isArray(value) ? value : undefined;
}
