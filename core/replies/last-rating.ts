import { isOfScale, isOn } from './rating-scale';
import type { Scale } from './rating-scale';
import type { WayToRate } from './ways-to-rate';

/** A sentence of what would be. */
const hypothetical = /\b(?:had|if|would|could|were)\b|\bI['’]d\b/i;

/** The number said last in one of these ways, and where. */
export function lastRating(
  ways: readonly WayToRate[],
  prose: string,
  scale: Scale,
): { readonly number: number; readonly at: number } | null {
  const found = ways.flatMap(({ pattern, isOfFact = false }) =>
    [...prose.matchAll(pattern)]
      .filter(([, , most]) => isOfScale(scale, most))
      .filter(({ index }) => !isOfFact || !hypothetical.test(sentenceAt(prose, index)))
      .map(({ index, 1: written }) => ({ number: Number(written), at: index }))
      .filter(({ number }) => isOn(scale, number)),
  );
  return found.toSorted((a, b) => a.at - b.at).at(-1) ?? null;
}

/** The sentence around a place, so far as it is near. */
function sentenceAt(prose: string, at: number): string {
  const before = prose.slice(Math.max(0, at - 300), at).split(/[.!?]\s|\n/);
  const behind = prose.slice(at, at + 300).split(/[.!?](?:\s|$)|\n/);
  return `${before.at(-1) ?? ''}${behind[0] ?? ''}`;
}
