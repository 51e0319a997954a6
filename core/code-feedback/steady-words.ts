import { blockWords, executionResult } from '../refinement/feedback/block-words';
import type { ToldBlock } from '../refinement/feedback/block-words';

/**
 * The words of a block that are the same whenever it runs again. A worker may die after a block ran and before its result was stored,
 * and other words would be another question, which is paid for again. So they do not say where an endless loop was stopped, at
 * which address an object was, or that the session was rebuilt.
 */
export function steadyWords(told: ToldBlock): string {
  if (isTimeout(told)) return timeoutWords(told.blockMs);
  return blockWords({ ...told, rebuilt: null }).replace(address, 'at 0x…');
}

/** In the text of an object. Other numbers in base 16 stay. */
const address = /\bat 0x[0-9a-f]{6,}(?=[>,])/g;

/** Words of a block that took too long. They tell it from one that ended in another way. */
export function timeoutWords(blockMs: number): string {
  return `${executionResult}The code took longer than ${String(blockMs / 1000)} s and was stopped.`;
}

/** How a block ended, the same whenever it runs again. */
export function steadyEnd(told: Pick<ToldBlock, 'end' | 'cause'>): ToldBlock['end'] {
  return isTimeout(told) ? 'interrupted' : told.end;
}

/** A block that could be interrupted and one that had to be killed differ only by the load of the machine. */
function isTimeout({ end, cause }: Pick<ToldBlock, 'end' | 'cause'>): boolean {
  return end === 'interrupted' || (end === 'lost' && cause === 'time');
}
