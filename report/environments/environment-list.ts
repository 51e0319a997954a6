import { statusName } from '../../core/repository/funnel-counts';
import { reasonName } from '../../core/names/environment-reasons';
import type { FunnelEntry } from '../../core/schemas/environment-funnel';
import type { HarnessMeasures } from '../../core/schemas/environment-harness';
import { countText } from '../../core/words/plural';
import { rateText } from '../number-text';
import { terminalLine } from '../terminal-safe';
import { fittingTable, textTable } from '../text-table';
import { environmentRuns, loadBuilt, loadRepositories } from './load-repositories';
import type { EnvironmentRecords, EnvironmentRun, LoadedRepository } from './load-repositories';

/** A row of `env list`: one repository of one run. */
export interface ListedRepository {
  readonly run: string;
  readonly repository: string;
  readonly imported: boolean;
  /** As tables have it; `building`: it has not ended; `cancelled`: nor will it, but for `run resume`. */
  readonly status: string;
  /** sha256; null: it was not installed. */
  readonly environment: string | null;
  readonly definitions: number;
  readonly candidates: number;
  readonly accepted: number;
  readonly rejected: number;
}

/** Every repository of every run that builds environments, the newest run first. */
export async function listRepositories(
  store: EnvironmentRecords,
): Promise<readonly ListedRepository[]> {
  const rows: ListedRepository[] = [];
  for (const run of await environmentRuns(store)) {
    rows.push(...(await loadRepositories(store, run)).map((one) => listedRepository(one, run)));
  }
  return rows;
}

function listedRepository(
  { key, id, outcome, functions }: LoadedRepository,
  { record, imported }: EnvironmentRun,
): ListedRepository {
  const count = (...stages: readonly FunnelEntry['stage'][]): number =>
    functions.filter(({ entry }) => stages.includes(entry.stage)).length;
  return {
    run: key.run,
    repository: id,
    imported,
    status:
      outcome === null && record.status === 'cancelled'
        ? record.status
        : statusName(outcome?.status ?? null),
    environment: outcome?.environment ?? null,
    definitions: functions.length,
    candidates: count('accepted', 'rejected', 'waiting'),
    accepted: count('accepted'),
    rejected: count('rejected'),
  };
}

/** @param columns of the terminal */
export function repositoryListLines(
  rows: readonly ListedRepository[],
  columns = Number.POSITIVE_INFINITY,
): readonly string[] {
  const head = ['run', 'repository', 'status', 'definitions', 'candidates', 'accepted', 'rejected'];
  const cells = rows.map(
    ({ run, repository, imported, status, definitions, candidates, accepted, rejected }) => [
      ...[run, repository, imported ? `${status}, imported` : status].map(terminalLine),
      ...[definitions, candidates, accepted, rejected].map(countText),
    ],
  );
  return fittingTable([head, ...cells], columns);
}

/** Where a function may be; what `--stage` takes. */
export const functionStages = [
  'filtered',
  'not-asked',
  'waiting',
  'rejected',
  'accepted',
] as const satisfies readonly FunnelEntry['stage'][];

/** A row of `env list RUN`: one function. */
export interface ListedFunction {
  readonly repository: string;
  readonly id: string;
  readonly stage: FunnelEntry['stage'];
  /** The filter, or the reason of the rejection. */
  readonly why: string | null;
  readonly measures: HarnessMeasures | null;
}

/** @param stage only those; null: all */
export async function listFunctions(
  store: EnvironmentRecords,
  repositories: readonly LoadedRepository[],
  stage: FunnelEntry['stage'] | null,
): Promise<readonly ListedFunction[]> {
  const rows: ListedFunction[] = [];
  for (const { id: repository, functions } of repositories) {
    for (const { entry } of functions) {
      if (stage !== null && entry.stage !== stage) continue;
      const measures =
        entry.stage === 'accepted'
          ? (await loadBuilt(store, entry.harness)).instance.measures
          : null;
      rows.push({ repository, id: entry.id, stage: entry.stage, why: whyText(entry), measures });
    }
  }
  return rows;
}

function whyText(entry: FunnelEntry): string | null {
  if (entry.stage === 'filtered') return entry.filter;
  return entry.stage === 'rejected' ? reasonName(entry.reason) : null;
}

/** Ids, which may be long, stand last. */
export function functionListLines(rows: readonly ListedFunction[]): readonly string[] {
  if (rows.length === 0) return ['There is no such function.'];
  const several = new Set(rows.map(({ repository }) => repository)).size > 1;
  return textTable([
    ['stage', 'why', 'cases', 'coverage', 'mutation', 'function'],
    ...rows.map(({ repository, id, stage, why, measures }) => [
      stage,
      why ?? '',
      ...measureCells(measures),
      terminalLine(several ? `${repository}::${id}` : id),
    ]),
  ]);
}

function measureCells(measures: HarnessMeasures | null): readonly string[] {
  if (measures === null) return ['', '', ''];
  const { cases, branchCoverage, lineCoverage, mutation } = measures;
  const share = branchCoverage ?? lineCoverage;
  return [String(cases), rateText(share), rateText(mutation.killed / mutation.total)];
}
