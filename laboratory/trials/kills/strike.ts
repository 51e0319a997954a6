import { drawBelow, type Chance } from '../../../core/statistics/seeded-chance';

/** Services of a state folder that a strike can hit. */
export const struckServices = ['worker', 'engine', 'model-server', 'supervisor'] as const;
export type StruckService = (typeof struckServices)[number];

/** What is done to a run under way; `share` of its model calls have arrived then, 0 to 1. */
export type Strike = { readonly share: number } & (
  | { readonly kind: 'kill'; readonly service: StruckService }
  /** Stopped (SIGSTOP), and continued after so long: longer than every lease and heartbeat. */
  | { readonly kind: 'stop'; readonly service: StruckService; readonly forMs: number }
  /** The command that follows the run is killed. */
  | { readonly kind: 'kill-command' }
  /** The engine is killed, and its database is gone. */
  | { readonly kind: 'lose-engine' }
  /** Every service at once, as a machine's end does. */
  | { readonly kind: 'kill-all' }
);

const shortestStopMs = 2_500;
const longestStopMs = 6_000;

/** So many strikes, spread over the run in parts of equal length, each at a random place of its part. */
export function planStrikes(chance: Chance, count: number): readonly Strike[] {
  return Array.from({ length: count }, (_, nth) => {
    const share = (nth + chance()) / (count + 1);
    const kind = chance();
    const service = struckServices[drawBelow(chance, struckServices.length)] ?? 'worker';
    const forMs = shortestStopMs + drawBelow(chance, longestStopMs - shortestStopMs);
    if (kind < 0.4) return { kind: 'kill', service, share };
    if (kind < 0.75) return { kind: 'stop', service, share, forMs };
    return { kind: kind < 0.9 ? 'lose-engine' : 'kill-all', share };
  });
}

/** What a data set has to survive: kills only, of the command too, and the loss of the engine's database once. */
export function planKills(chance: Chance, count: number): readonly Strike[] {
  const lost = drawBelow(chance, count);
  return Array.from({ length: count }, (_, nth) => {
    const share = (nth + chance()) / (count + 1);
    const service = killed[drawBelow(chance, killed.length)] ?? null;
    if (nth === lost) return { kind: 'lose-engine', share };
    return service === null ? { kind: 'kill-command', share } : { kind: 'kill', service, share };
  });
}

/** null: the command. */
const killed = ['worker', 'engine', 'supervisor', null] as const;

export function strikeText(strike: Strike): string {
  const at = `at ${(100 * strike.share).toFixed(0)} % of the calls`;
  switch (strike.kind) {
    case 'kill':
      return `${strike.service} killed ${at}`;
    case 'stop':
      return `${strike.service} stopped for ${(strike.forMs / 1000).toFixed(1)} s ${at}`;
    case 'kill-command':
      return `command killed ${at}`;
    case 'lose-engine':
      return `engine and its database lost ${at}`;
    case 'kill-all':
      return `every service killed ${at}`;
  }
}
