import type { FunnelEntry, RepositoryFunnel } from '../schemas/environment-funnel';
import { reasonName } from '../names/environment-reasons';

/** What became of all definitions of some repositories; the counts of each stage add up to the one before. */
export interface FunnelCounts extends RepositoryCounts {
  readonly repositories: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** What became of the definitions of one of them, or of all. */
export interface RepositoryCounts {
  readonly definitions: number;
  /** By filter. */
  readonly filtered: Readonly<Record<string, number>>;
  /** Passed the filters, and no harness was asked for. */
  readonly notAsked: number;
  /** Passed the filters, and a harness was asked for: the denominator of whoever hides nothing. */
  readonly candidates: number;
  readonly waiting: number;
  /** By reason. */
  readonly rejected: Readonly<Record<string, number>>;
  /** Accepted, or some cases ran: R2E's denominator. */
  readonly runnable: number;
  readonly accepted: number;
}

export function funnelCounts(funnels: readonly RepositoryFunnel[]): FunnelCounts {
  return {
    repositories: funnels.length,
    statuses: counted(funnels.map(({ status }) => statusName(status))),
    ...repositoryCounts(funnels.flatMap(({ entries }) => entries)),
  };
}

export function repositoryCounts(entries: readonly FunnelEntry[]): RepositoryCounts {
  const accepted = entries.filter(({ stage }) => stage === 'accepted').length;
  const ran = entries.filter((one) => one.stage === 'rejected' && one.runnable).length;
  const notAsked = entries.filter(({ stage }) => stage === 'not-asked').length;
  const passed = entries.filter(({ stage }) => stage !== 'filtered').length;
  return {
    definitions: entries.length,
    filtered: counted(entries.flatMap((one) => (one.stage === 'filtered' ? [one.filter] : []))),
    notAsked,
    candidates: passed - notAsked,
    waiting: entries.filter(({ stage }) => stage === 'waiting').length,
    rejected: counted(
      entries.flatMap((one) => (one.stage === 'rejected' ? [reasonName(one.reason)] : [])),
    ),
    runnable: accepted + ran,
    accepted,
  };
}

/** As tables count it: `install_failed(resolve)`; `building`: it has not ended. */
export function statusName(status: RepositoryFunnel['status']): string {
  if (status === null) return 'building';
  return status.code === 'install_failed' ? `install_failed(${status.step})` : status.code;
}

/** The most frequent first, of as many by name. */
function counted(names: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const rows = [...counts].sort(
    ([one, few], [other, many]) => many - few || (one < other ? -1 : 1),
  );
  return Object.fromEntries(rows);
}
