import type { Provenance } from '../schemas/verdict';

type FreshCells = Pick<Provenance, 'freshCells'>;

/** Of several results together; no member where one of them does not say. */
export function sumFreshCells(parts: readonly FreshCells[]): FreshCells {
  const counts = parts.map(({ freshCells }) => freshCells);
  const known = counts.filter((count) => count !== undefined);
  if (known.length < counts.length) return {};
  return { freshCells: known.reduce((sum, count) => sum + count, 0) };
}

/** Where a result comes from that several runs gave: as the last of them says, with the fresh cells of all. */
export function joinedProvenance(last: Provenance, earlier: readonly Provenance[]): Provenance {
  const { provider, assurance, guestHash, python, seed, limits } = last;
  const place = { provider, assurance, guestHash, python, seed, limits };
  return { ...place, ...sumFreshCells([...earlier, last]) };
}
