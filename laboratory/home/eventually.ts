import { setTimeout as sleep } from 'node:timers/promises';

export interface Patience {
  /** Default 60 s. */
  readonly withinMs?: number;
  /** Default 20 ms. */
  readonly everyMs?: number;
}

/** Looks until there is an answer other than null or false. @throws Error naming what was waited for. */
export async function eventually<T>(
  what: string,
  look: () => T | null | false | Promise<T | null | false>,
  { withinMs = 60_000, everyMs = 20 }: Patience = {},
): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== null && found !== false) return found;
    if (Date.now() > until) throw new Error(`${what}: not within ${String(withinMs)} ms`);
    await sleep(everyMs);
  }
}
