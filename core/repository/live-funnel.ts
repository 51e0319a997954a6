import type { FunnelEntry } from '../schemas/environment-funnel';
import type { RepositoryCounts } from './funnel-counts';
import { reasonName } from '../names/environment-reasons';

/** A function whose plan was broken off by trouble of the world: it waits still, and is tried when the run is resumed. */
export interface UnfinishedFunction {
  /** `<path>::<qualname>#<n>`. */
  readonly id: string;
  readonly cause: string;
}

/** What becomes of a repository's functions while harnesses are built for them; small, however many there are. */
export interface LiveFunnel {
  readonly counts: RepositoryCounts;
  /** How many were broken off. */
  readonly unfinished: number;
  /** The first of them. */
  readonly shown: readonly UnfinishedFunction[];
}

const mostShown = 20;
const longestCause = 500;

export function liveFunnel(counts: RepositoryCounts): LiveFunnel {
  return { counts, unfinished: 0, shown: [] };
}

export function withEnd(funnel: LiveFunnel, end: FunnelEntry): LiveFunnel {
  return { ...funnel, counts: countsAfter(funnel.counts, end) };
}

export function withUnfinished(funnel: LiveFunnel, { id, cause }: UnfinishedFunction): LiveFunnel {
  const { unfinished, shown } = funnel;
  const one = { id, cause: cause.slice(0, longestCause) };
  return {
    ...funnel,
    unfinished: unfinished + 1,
    shown: shown.length < mostShown ? [...shown, one] : shown,
  };
}

/** Why the repository is to be tried again, in words; null: every function has come to its end. */
export function whyUnfinished({ unfinished, shown }: LiveFunnel): string | null {
  const [first] = shown;
  if (first === undefined) return null;
  const others = unfinished === 1 ? '' : ` (and of ${String(unfinished - 1)} more)`;
  return `no end of ${first.id}${others}: ${first.cause}`;
}

/** The counts when a function that waited has come to its end. */
function countsAfter(counts: RepositoryCounts, end: FunnelEntry): RepositoryCounts {
  if (end.stage !== 'accepted' && end.stage !== 'rejected') return counts;
  const { waiting, rejected, runnable, accepted } = counts;
  const next = { ...counts, waiting: waiting - 1 };
  if (end.stage === 'accepted') return { ...next, runnable: runnable + 1, accepted: accepted + 1 };
  const name = reasonName(end.reason);
  return {
    ...next,
    rejected: { ...rejected, [name]: (rejected[name] ?? 0) + 1 },
    runnable: runnable + (end.runnable ? 1 : 0),
  };
}
