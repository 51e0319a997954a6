/** An environment of a task whose archives may be removed. */
export interface EvictableEnvironment {
  readonly environment: string;
  readonly usedAtMs: number;
  /** sha256 of each archive. Several environments may share one. */
  readonly archives: readonly string[];
}

export interface EvictionRule {
  /** Size of all archives that may stay. */
  readonly mostBytes: number;
  /** An environment that was used since then counts as in use, and stays. */
  readonly usedSinceMs: number;
}

/**
 * The environments to evict, least recently used first, until the archives of the others fit. Archives that nothing else refers to are
 * then removed.
 * @param sizes by sha256, of the archives that may be removed. Others are never removed
 */
export function chooseEvicted(
  all: readonly EvictableEnvironment[],
  sizes: ReadonlyMap<string, number>,
  { mostBytes, usedSinceMs }: EvictionRule,
): { readonly environments: readonly string[]; readonly archives: readonly string[] } {
  const users = new Map<string, number>();
  for (const { archives } of all) {
    for (const archive of new Set(archives)) users.set(archive, (users.get(archive) ?? 0) + 1);
  }
  let bytes = [...users.keys()].reduce((sum, archive) => sum + (sizes.get(archive) ?? 0), 0);
  const environments: string[] = [];
  const removed: string[] = [];
  for (const one of all.toSorted((left, right) => left.usedAtMs - right.usedAtMs)) {
    if (bytes <= mostBytes || one.usedAtMs >= usedSinceMs) break;
    environments.push(one.environment);
    for (const archive of new Set(one.archives)) {
      const left = (users.get(archive) ?? 0) - 1;
      users.set(archive, left);
      const size = sizes.get(archive);
      if (left > 0 || size === undefined) continue;
      removed.push(archive);
      bytes -= size;
    }
  }
  return { environments, archives: removed };
}
