import type { Provenance } from '../schemas/verdict';

type FreshCells = Pick<Provenance, 'freshCells'>;

/** Sum over several results. The member is absent if one of them does not say. */
export function sumFreshCells(parts: readonly FreshCells[]): FreshCells {
  const counts = parts.map(({ freshCells }) => freshCells);
  const known = counts.filter((count) => count !== undefined);
  if (known.length < counts.length) return {};
  return { freshCells: known.reduce((sum, count) => sum + count, 0) };
}

/** Provenance of a result of several runs: that of the last run, with the fresh cells of all. */
export function joinedProvenance(last: Provenance, earlier: readonly Provenance[]): Provenance {
  const { provider, assurance, guestHash, python, seed, limits } = last;
  const place = { provider, assurance, guestHash, python, seed, limits };
  return { ...place, ...sumFreshCells([...earlier, last]) };
}
