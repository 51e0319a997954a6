import type { SliceFragment } from '../schemas/slice-fragment';
import { fillBudget } from './slices/fill-budget';
import type { TokenBudget } from './slices/fill-budget';
import type { RetrievalMode } from '../names/retrieval-modes';

/** Both are ordered by priority. The body of the definition is removed everywhere. */
export interface RetrievalContexts {
  /** The code that the definition needs, directly or indirectly. */
  readonly dependency: readonly SliceFragment[];
  /** Its whole file, and the whole files that it calls into. */
  readonly full: readonly SliceFragment[];
}

/** The text of a mode within a budget, nearest first, or empty. @param home path of the file of the definition */
export function retrieved(
  mode: RetrievalMode,
  contexts: RetrievalContexts,
  home: string,
  budget: TokenBudget,
): string {
  return mode === 'none' ? '' : fillBudget(contexts[mode], home, budget).text;
}
