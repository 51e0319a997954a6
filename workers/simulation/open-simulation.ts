import type { GridPoint, GridPointTally } from '../../core/simulation/grid-point';
import { simulateGridPoints } from '../../core/simulation/simulate-grid-points';
import { BankWorlds, loadBank, replySettingsOf, viewBank } from '../../llm/simulated';
import { readGradedBank } from './graded-bank-file';

/** What is simulated from; by its files, so that each thread reads for itself. */
export interface SimulationPlace {
  readonly kind: 'simulated' | 'recorded';
  readonly bankFiles: readonly string[];
  readonly bankModel: string | null;
  /** Of the simulated model; null: its usual one. */
  readonly competence: number | null;
  /** The graded bank. */
  readonly table: string;
}

export interface SimulationJob {
  readonly points: readonly GridPoint[];
  readonly seed: number;
}

export type DoJob = (job: SimulationJob) => readonly GridPointTally[];

export interface OpenWorlds {
  readonly worlds: BankWorlds;
  /** In data-set order. */
  readonly problems: readonly string[];
}

export async function openWorlds(place: SimulationPlace): Promise<OpenWorlds> {
  const { kind, bankModel, competence } = place;
  const graded = await readGradedBank(place.table);
  if (graded === null) throw new Error(`${place.table} is gone`);
  const problems = graded.problems.filter(({ leftOut }) => leftOut === null);
  const view = viewBank(await loadBank(place.bankFiles), bankModel ?? undefined);
  const settings = replySettingsOf(competence === null ? {} : { competence });
  const worlds = new BankWorlds({ kind, view, settings, problems });
  return { worlds, problems: problems.map(({ problem }) => problem) };
}

/** Reads bank and table once, for any number of jobs. */
export async function openSimulation(place: SimulationPlace): Promise<DoJob> {
  const { worlds, problems } = await openWorlds(place);
  return ({ points, seed }) => simulateGridPoints(worlds, { points, problems, seed });
}
