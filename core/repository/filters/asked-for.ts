export interface AskedFor {
  /** Ids, or their beginnings; absent: all. */
  readonly only?: readonly string[] | undefined;
  /** At most so many, evenly spread over those that are left; absent: all. */
  readonly most?: number | undefined;
}

/** Of the definitions that pass the filters those that a run wants harnesses for. Keeps the order. */
export function askedFor<Kept extends { readonly id: string }>(
  passed: readonly Kept[],
  { only, most = Infinity }: AskedFor,
): readonly Kept[] {
  const named =
    only === undefined
      ? passed
      : passed.filter(({ id }) => only.some((start) => id.startsWith(start)));
  if (named.length <= most) return named;
  const places = Array.from({ length: most }, (_, n) => Math.floor((n * named.length) / most));
  return places.flatMap((place) => named[place] ?? []);
}
