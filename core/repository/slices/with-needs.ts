import type { SliceFragment } from '../../schemas/slice-fragment';

/** The given places and the places of all fragments that they need, in order. */
export function withNeeds(
  fragments: readonly Pick<SliceFragment, 'needs'>[],
  places: Iterable<number>,
): readonly number[] {
  const found = new Set<number>();
  const left = [...places];
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    if (found.has(place)) continue;
    found.add(place);
    left.push(...(fragments[place]?.needs ?? []));
  }
  return [...found].sort((left, right) => left - right);
}
