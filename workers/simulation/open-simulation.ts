import type { Cell, CellTally } from '../../core/simulation/cell';
import { simulateCells } from '../../core/simulation/simulate-cells';
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

/** Some cells at one seed. */
export interface SimulationJob {
  readonly cells: readonly Cell[];
  readonly seed: number;
}

export type DoJob = (job: SimulationJob) => readonly CellTally[];

/** Reads bank and table once, for any number of jobs. */
export async function openSimulation(place: SimulationPlace): Promise<DoJob> {
  const { kind, bankModel, competence } = place;
  const graded = await readGradedBank(place.table);
  if (graded === null) throw new Error(`${place.table} is gone`);
  const problems = graded.filter(({ leftOut }) => leftOut === null);
  const view = viewBank(await loadBank(place.bankFiles), bankModel ?? undefined);
  const settings = replySettingsOf(competence === null ? {} : { competence });
  const worlds = new BankWorlds({ kind, view, settings, problems });
  const ids = problems.map(({ problem }) => problem);
  return ({ cells, seed }) => simulateCells(worlds, { cells, problems: ids, seed });
}
