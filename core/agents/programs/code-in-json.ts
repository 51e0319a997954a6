import { isRecord } from '../../values/is-record';

/** Keys under which models give code, in structured answers and in tool calls. */
const codeKeys = ['code', 'program', 'solution', 'completion', 'python', 'answer', 'content'];
const wrapperKeys = ['arguments', 'parameters', 'input', 'args', 'function', 'tool_input'];

/** Tool calls nest their arguments, at times as JSON in a string. */
const maxDepth = 5;

/** The code in one JSON object, `{"code": …}`, or in tool calls. null: something else, or no code. */
export function codeInJson(text: string): string | null {
  const trimmed = text.trim();
  if (!/^(?:\{|\[\s{0,9}\{)/.test(trimmed) || !/[}\]]$/.test(trimmed)) return null;
  return codeIn(trimmed, maxDepth);
}

function codeIn(value: unknown, depth: number): string | null {
  const parsed = typeof value === 'string' ? parsedJson(value) : value;
  if (Array.isArray(parsed) && depth > 0) return codeIn(parsed[0], depth - 1);
  if (!isRecord(parsed) || depth === 0) return null;
  for (const key of codeKeys) {
    const code = parsed[key];
    if (typeof code === 'string' && code.trim() !== '') return code;
  }
  for (const key of wrapperKeys) {
    const code = codeIn(parsed[key], depth - 1);
    if (code !== null) return code;
  }
  return null;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
