import { readFileSync, renameSync, writeFileSync } from 'node:fs';

import { z } from 'zod';

import type { StoreDifference } from '../core/journal/store-difference';

/** How far a store had come when it was last written to by work, told beside it. */
const Sight = z.object({
  /** Its own name, drawn when it was made. */
  store: z.string(),
  /** Counts up with every beginning and end of work and of attempts. */
  moves: z.int().nonnegative(),
  /** The machine's boot; empty: unknown. */
  boot: z.string(),
});
export type Sight = z.infer<typeof Sight>;

export function differenceOf(seen: Sight | null, found: Sight): StoreDifference | null {
  if (seen === null) return null;
  if (seen.store !== found.store) return 'other-store';
  if (seen.moves > found.moves) return 'earlier-state';
  const bothKnown = seen.boot !== '' && found.boot !== '';
  return bothKnown && seen.boot !== found.boot ? 'rebooted' : null;
}

/** The file beside a store that remembers how far it had come, whatever becomes of the store's own. */
export class Witness {
  readonly #file: string;

  constructor(storePath: string) {
    this.#file = `${storePath}.witness`;
  }

  /** null: there is none, or none that can be read. */
  seen(): Sight | null {
    try {
      return Sight.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      return null;
    }
  }

  /** Told only what is committed, so that it is never ahead of a store that nothing happened to. */
  tell(sight: Sight): void {
    const draft = `${this.#file}.${String(process.pid)}`;
    try {
      writeFileSync(draft, JSON.stringify(sight), { mode: 0o600 });
      renameSync(draft, this.#file);
    } catch {
      // One that cannot be written notices less; what the work itself needs is checked when attempts end.
    }
  }
}

/** What of a store's way is known to this opening of it. */
export interface Moves {
  readonly witness: Witness;
  readonly store: string;
  readonly boot: string;
}
