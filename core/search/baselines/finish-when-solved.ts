import type { SearchNode } from '../../schemas/search';
import { finishSearch } from '../finish-search';
import type { SearchState } from '../method';
import { passedVisible } from '../tree';

/** Ends the search of a method without a critic at the first node that passes every visible test. */
export function finishWhenSolved(state: SearchState, node: SearchNode): SearchState {
  return passedVisible(node.visible) ? finishSearch(state, 'solved-visible') : state;
}
