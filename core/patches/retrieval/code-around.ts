import type { TokenBudget } from '../../repository/slices/fill-budget';
import { quoteAsData } from '../../words/quote-as-data';
import type { Location } from './locations';

/** Agentless, section 3.2: lines shown before and after a location. */
export const linesAround = 10;

interface Window {
  readonly start: number;
  readonly end: number;
}

/**
 * The code at locations with the lines around it, a fence for each file, without line numbers: an edit repeats lines as they are. Where the
 * budget ends, later locations are left out, and a location that is too long is cut at its end.
 * @param texts by path
 * @param locations the most important first
 */
export function codeAround(
  texts: ReadonlyMap<string, string>,
  locations: readonly Location[],
  { tokens, countTokens }: TokenBudget,
): string {
  const windows = new Map<string, readonly Window[]>();
  let left = tokens;
  for (const { path, start, end } of locations) {
    const lines = texts.get(path)?.split('\n');
    if (lines === undefined) continue;
    const known = windows.get(path) ?? [];
    const wanted = { start: Math.max(1, start - linesAround), end: end + linesAround };
    const whole = { ...wanted, end: Math.min(wanted.end, lines.length) };
    const fitting = fitted(whole, (one) => costOf(lines, known, one, countTokens) <= left);
    if (fitting === null) continue;
    left -= costOf(lines, known, fitting, countTokens);
    windows.set(path, merged([...known, fitting]));
  }
  return [...windows]
    .map(([path, of]) => fileText(path, texts.get(path)?.split('\n') ?? [], of))
    .join('\n\n');
}

/** The window, or its longest beginning of at least one location's surroundings that has room. null: none has. */
function fitted(window: Window, fits: (window: Window) => boolean): Window | null {
  if (fits(window)) return window;
  const least = window.start + 2 * linesAround;
  let [end, tooFar] = [window.start, window.end];
  while (tooFar - end > 1) {
    const middle = Math.floor((end + tooFar) / 2);
    if (fits({ ...window, end: middle })) end = middle;
    else tooFar = middle;
  }
  return end >= Math.min(least, window.end) ? { ...window, end } : null;
}

function costOf(
  lines: readonly string[],
  known: readonly Window[],
  window: Window,
  countTokens: TokenBudget['countTokens'],
): number {
  const shown = lines.slice(window.start - 1, window.end).filter((_line, place) => {
    const line = window.start + place;
    return !known.some(({ start, end }) => start <= line && line <= end);
  });
  return countTokens(shown.join('\n')) + 20;
}

/** In order, those that touch as one. */
function merged(windows: readonly Window[]): readonly Window[] {
  const result: Window[] = [];
  for (const window of windows.toSorted((left, right) => left.start - right.start)) {
    const last = result.at(-1);
    if (last === undefined || window.start > last.end + 1) result.push(window);
    else result[result.length - 1] = { ...last, end: Math.max(last.end, window.end) };
  }
  return result;
}

function fileText(path: string, lines: readonly string[], windows: readonly Window[]): string {
  const parts = windows.map(({ start, end }) => lines.slice(start - 1, end).join('\n'));
  const cut = [
    ...((windows[0]?.start ?? 1) > 1 ? ['...'] : []),
    parts.join('\n...\n'),
    ...((windows.at(-1)?.end ?? lines.length) < lines.length ? ['...'] : []),
  ];
  return `### ${path}\n${quoteAsData(cut.join('\n'), path.endsWith('.py') ? 'python' : '')}`;
}
