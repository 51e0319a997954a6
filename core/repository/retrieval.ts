import type { SliceFragment } from '../schemas/slice-fragment';
import { fillBudget } from './slices/fill-budget';
import type { TokenBudget } from './slices/fill-budget';
import type { RetrievalMode } from '../names/retrieval-modes';

/** Both by priority, the definition's own body taken out wherever it stands. */
export interface RetrievalContexts {
  /** What the definition needs, directly or through others. */
  readonly dependency: readonly SliceFragment[];
  /** The whole of its file, and of the files that it calls into. */
  readonly full: readonly SliceFragment[];
}

/**
 * The text that a mode shows within a budget, nearest first; empty where nothing fits.
 * @param home path of the definition's file
 */
export function retrieved(
  mode: RetrievalMode,
  contexts: RetrievalContexts,
  home: string,
  budget: TokenBudget,
): string {
  return mode === 'none' ? '' : fillBudget(contexts[mode], home, budget).text;
}
