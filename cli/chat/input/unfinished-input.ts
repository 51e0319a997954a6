import { stepFence } from '../show/fence';
import type { OpenFence } from '../show/fence';

/** Unfinished input for the next line: a fence is open, or a final backslash (removed) continues it. null: it is complete. */
export function unfinishedInput(typed: string): string | null {
  let fence: OpenFence | null = null;
  for (const line of typed.replace(/^\s*\/run\s+/u, '').split('\n')) {
    fence = stepFence(fence, line).open;
  }
  if (fence !== null) return `${typed}\n`;
  const backslashes = /\\*$/u.exec(typed)?.[0].length ?? 0;
  return backslashes % 2 === 1 ? `${typed.slice(0, -1)}\n` : null;
}
