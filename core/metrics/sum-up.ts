import type { Fold } from './fold';

/** What can be added up: counts, lists, and names with either. */
export type Addable =
  number | readonly unknown[] | { readonly [name: string]: Addable | undefined };

type Growing = number | unknown[] | Map<string, Growing>;

/**
 * Counts are added, lists put behind each other, names joined. In whatever order parts come, and whichever were
 * added up before, counts and names are the same, and lists hold the same.
 * @param nothing what stands where nothing has been added
 */
export function sumUp<Part extends Addable>(nothing: Part): Fold<Part, Part> {
  let sum = grown(undefined, nothing);
  return {
    add: (part) => {
      sum = grown(sum, part);
    },
    result: () => plain(sum) as Part,
  };
}

/** Adds a part to our own sum, which changes; the part does not. Names may be any text (`__proto__`), so a Map holds them. */
function grown(sum: Growing | undefined, part: Addable): Growing {
  if (typeof part === 'number') return typeof sum === 'number' ? sum + part : part;
  if (isList(part)) {
    const list = Array.isArray(sum) ? sum : [];
    for (const one of part) list.push(one);
    return list;
  }
  const names = sum instanceof Map ? sum : new Map<string, Growing>();
  for (const [name, own] of Object.entries(part)) {
    if (own !== undefined) names.set(name, grown(names.get(name), own));
  }
  return names;
}

function isList(part: Addable): part is readonly unknown[] {
  return Array.isArray(part);
}

function plain(sum: Growing): Addable {
  if (typeof sum === 'number') return sum;
  if (Array.isArray(sum)) return [...sum];
  return Object.fromEntries([...sum].map(([name, own]) => [name, plain(own)]));
}
