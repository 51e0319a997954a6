import { inspect } from 'node:util';

const longest = 200;

/** Any value in one line for people, as in code: `"5"`, `NaN`, `[ 1, 2 ]`. */
export function valueText(value: unknown): string {
  const text =
    typeof value === 'string'
      ? JSON.stringify(value)
      : inspect(value, { depth: 1, breakLength: Infinity, compact: true });
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
