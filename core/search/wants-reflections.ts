import type { Decision } from '../schemas/search';
import type { Expansion } from './method';

/** Whether the Thinker is asked to reflect on a node, given the critic's decision and its visible tests. */
export function wantsReflections(
  { reflect }: Expansion,
  decision: Decision | null,
  passedVisible: boolean,
): boolean {
  if (reflect.when === 'never') return false;
  return reflect.when === 'refined' ? decision === 'refine' : !passedVisible;
}
