import type { EspalierHome } from '../../home/espalier-home';
import { pidOf } from '../../home/home-processes';
import { residentKb } from '../../home/machine-processes';

const watched = ['worker', 'engine', 'supervisor'] as const;
const everyMs = 3_000;

export interface WatchedMemory {
  /** Largest resident memory of each service so far, MB. */
  readonly largest: () => Readonly<Record<string, number>>;
  readonly end: () => void;
}

/** Looks at the memory of the services of a home again and again, whichever processes they are. */
export function watchMemory(home: EspalierHome): WatchedMemory {
  const largest: Record<string, number> = {};
  const look = async (): Promise<void> => {
    for (const service of watched) {
      const pid = await pidOf(home, service).catch(() => null);
      const kb = pid === null ? null : residentKb(pid);
      if (kb !== null) largest[service] = Math.max(largest[service] ?? 0, kb / 1024);
    }
  };
  const timer = setInterval(() => void look(), everyMs);
  return {
    largest: () => ({ ...largest }),
    end: () => {
      clearInterval(timer);
    },
  };
}
