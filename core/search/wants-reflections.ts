import type { Decision } from '../schemas/search';
import type { Expansion } from './method';

/** Whether the Thinker reflects on a node with this decision and these visible tests. */
export function wantsReflections(
  { reflect }: Expansion,
  decision: Decision | null,
  passedVisible: boolean,
): boolean {
  if (reflect.when === 'never') return false;
  return reflect.when === 'refined' ? decision === 'refine' : !passedVisible;
}
