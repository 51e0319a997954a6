import { filterIds } from '../../core/names/filters';
import type { FilterId } from '../../core/names/filters';
import { funnelCounts } from '../../core/repository/funnel-counts';
import type { FunnelCounts } from '../../core/repository/funnel-counts';
import { harnessSummary } from '../../core/metrics/harness-summary';
import type { HarnessSummary } from '../../core/metrics/harness-summary';
import type { RepositoryFunnel } from '../../core/schemas/environment-funnel';
import type { HarnessMeasures } from '../../core/schemas/environment-harness';
import { costOf, totalCost } from './cost';
import type { Cost } from './cost';
import {
  countRepeatedSteps,
  loadBuilt,
  loadRepositoryNotes,
  loadStepNotes,
} from './load-repositories';
import type { EnvironmentRecords, EnvironmentRun, LoadedRepository } from './load-repositories';

/** What became of the definitions of some repositories, stage by stage. */
export interface FunnelPart {
  readonly counts: FunnelCounts;
  /** How many each filter left out, in the order in which they are asked; those that left nobody out, too. */
  readonly filters: readonly { readonly filter: FilterId; readonly left: number }[];
  readonly summary: HarnessSummary;
  readonly cost: Cost;
  /** Functions that the budget ended the questions for: another one may give other results. */
  readonly overBudget: number;
  /** Steps that were carried out once more, since something ended them on the way. */
  readonly repeatedSteps: number;
}

/** `env funnel`: the document of `--json`. */
export interface FunnelDocument {
  readonly run: string;
  readonly status: string;
  readonly imported: boolean;
  /** From the start to the end; null as long as it goes on, and of what was imported. */
  readonly elapsedMs: number | null;
  readonly repositories: readonly (FunnelPart & {
    readonly id: string;
    readonly name: string | null;
    readonly commit: string | null;
    readonly status: RepositoryFunnel['status'];
  })[];
  readonly all: FunnelPart;
}

interface Gathered {
  readonly loaded: LoadedRepository;
  readonly funnel: RepositoryFunnel;
  readonly measures: readonly HarnessMeasures[];
  readonly cost: Cost;
  readonly overBudget: number;
  readonly repeatedSteps: number;
}

export async function funnelDocument(
  store: EnvironmentRecords,
  { record, imported }: EnvironmentRun,
  repositories: readonly LoadedRepository[],
): Promise<FunnelDocument> {
  const gathered: Gathered[] = [];
  for (const loaded of repositories) gathered.push(await gather(store, loaded));
  const { createdAtMs, endedAtMs } = record;
  return {
    run: record.id,
    status: record.status,
    imported,
    elapsedMs: imported || endedAtMs === null ? null : endedAtMs - createdAtMs,
    repositories: gathered.map((one) => ({
      id: one.loaded.id,
      name: one.loaded.outcome?.repository?.name ?? null,
      commit: one.loaded.outcome?.repository?.commit ?? null,
      status: one.funnel.status,
      ...partOf([one]),
    })),
    all: partOf(gathered),
  };
}

async function gather(store: EnvironmentRecords, loaded: LoadedRepository): Promise<Gathered> {
  const { id, outcome, functions } = loaded;
  const entries = functions.map(({ entry }) => entry);
  const measures: HarnessMeasures[] = [];
  let overBudget = 0;
  const begun: { id: string; notes: number }[] = [];
  const costs = [costOf(await loadRepositoryNotes(store, loaded))];
  for (const entry of entries) {
    if (entry.stage === 'filtered' || entry.stage === 'not-asked') continue;
    const notes = await loadStepNotes(store, loaded, entry.id);
    costs.push(costOf(notes));
    begun.push({ id: entry.id, notes: notes.length });
    let wasOver = notes.some(({ reason }) => reason?.code === 'over_budget');
    if (entry.stage === 'accepted') {
      const { instance } = await loadBuilt(store, entry.harness);
      measures.push(instance.measures);
      wasOver ||= instance.docstring.unanswered === 'over-budget';
    }
    if (wasOver) overBudget += 1;
  }
  const funnel = { repository: id, status: outcome?.status ?? null, entries };
  const repeatedSteps = await countRepeatedSteps(store, loaded, begun);
  return { loaded, funnel, measures, cost: totalCost(costs), overBudget, repeatedSteps };
}

function partOf(gathered: readonly Gathered[]): FunnelPart {
  const funnels = gathered.map(({ funnel }) => funnel);
  const counts = funnelCounts(funnels);
  const rejected = funnels.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.stage === 'rejected' ? [entry.reason] : [])),
  );
  return {
    counts,
    filters: filterIds.map((filter) => ({ filter, left: counts.filtered[filter] ?? 0 })),
    summary: harnessSummary(
      counts,
      gathered.flatMap(({ measures }) => measures),
      rejected,
    ),
    cost: totalCost(gathered.map(({ cost }) => cost)),
    overBudget: gathered.reduce((sum, { overBudget }) => sum + overBudget, 0),
    repeatedSteps: gathered.reduce((sum, one) => sum + one.repeatedSteps, 0),
  };
}
