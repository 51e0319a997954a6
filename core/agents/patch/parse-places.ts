import { resolveLocations } from '../../patches/retrieval/locations';
import type { Location } from '../../patches/retrieval/locations';
import type { ParsedReply } from '../../replies/parsed-reply';
import type { OutlinedFile } from '../../schemas/repository-outline';
import { readPlaceSets } from './read-places';

const mostTold = 6;

/**
 * Location sets of a reply, at most `atMost`. Sets that resolve to nothing are left out, and later sets that equal an earlier one.
 * @param strict whether each path and name that the repository does not have is told back
 */
export function parsePlacesReply(
  reply: string,
  files: ReadonlyMap<string, OutlinedFile>,
  { atMost, strict }: { readonly atMost: number; readonly strict: boolean },
): ParsedReply<readonly (readonly Location[])[]> {
  const named = readPlaceSets(reply);
  if (named === null) {
    return { ok: false, problem: 'it holds no JSON object with places, each with "path" and "at"' };
  }
  const resolved = named.map((set) => resolveLocations(set, files));
  const unknown = [...new Set(resolved.flatMap((one) => one.unknown))];
  const sets = distinct(resolved.map(({ locations }) => locations)).slice(0, atMost);
  if (sets.length === 0 || (strict && unknown.length > 0)) {
    const rest = unknown.length - mostTold;
    const more = rest > 0 ? `; and ${String(rest)} more like these` : '';
    const told = unknown.slice(0, mostTold).join('; ');
    return { ok: false, problem: told === '' ? 'it names no place' : `${told}${more}` };
  }
  return { ok: true, value: sets };
}

function distinct(sets: readonly (readonly Location[])[]): readonly (readonly Location[])[] {
  const seen = new Set<string>();
  return sets.filter((set) => {
    const key = set
      .map(({ path, start, end }) => `${path} ${String(start)} ${String(end)}`)
      .toSorted()
      .join('\n');
    const isNew = set.length > 0 && !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
