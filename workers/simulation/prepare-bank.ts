import type { ActivityDependencies } from '../../activities/dependencies';
import type { Settings } from '../../config/settings';
import type { StateFolder } from '../../config/state-folder';
import type { GradedProblem, GradingTerms } from '../../core/schemas/graded-bank';
import type { DatasetProblem } from '../../core/tasks/problem';
import { loadBank, viewBank } from '../../llm/simulated';
import { createDependencies } from '../dependencies';
import { gradeBank } from './grade-bank';
import { gradedBankFile, isTableOf, readGradedBank, writeGradedBank } from './graded-bank-file';

export interface PrepareBank {
  readonly settings: Settings;
  readonly folder: StateFolder;
  readonly bankFiles: readonly string[];
  /** The problems of the terms, in their order. */
  readonly rows: readonly DatasetProblem[];
  /** Without the sandbox's fingerprint, which is known here. */
  readonly terms: Omit<GradingTerms, 'fingerprint'>;
  readonly regrade: boolean;
  readonly signal: AbortSignal;
  /** Told when there is something to grade. */
  readonly onProgress: (done: number, total: number) => void;
}

export interface PreparedBank {
  readonly table: string;
  readonly problems: readonly GradedProblem[];
}

/** The table that is there, else a new one. Problems with programs without a verdict are graded again: only these run. */
export async function prepareBank(asked: PrepareBank): Promise<PreparedBank> {
  const dependencies = await createDependencies(asked.settings);
  try {
    return await tableOfBank(asked, dependencies);
  } finally {
    await dependencies.close();
  }
}

/** The same with adapters that are open. */
export async function tableOfBank(
  asked: Omit<PrepareBank, 'settings'>,
  dependencies: ActivityDependencies,
): Promise<PreparedBank> {
  const { fingerprint } = await dependencies.sandbox();
  const terms = { ...asked.terms, fingerprint };
  const table = gradedBankFile(asked.folder, terms);
  const view = viewBank(await loadBank(asked.bankFiles), terms.bankModel ?? undefined);
  const found = asked.regrade ? null : await readGradedBank(table);
  const known = found !== null && isTableOf(found, { terms, view }) ? found.problems : [];
  const settled = new Map(
    known.filter(({ leftOut }) => leftOut?.again !== true).map((one) => [one.problem, one]),
  );
  const rows = asked.rows.filter(({ problem }) => !settled.has(problem.id));
  if (rows.length === 0) return { table, problems: known };
  const graded = await gradeBank({ ...asked, rows, dependencies, view, terms });
  const tried = new Map(graded.map((one) => [one.problem, one]));
  const problems = terms.problems.flatMap((id) => settled.get(id) ?? tried.get(id) ?? []);
  await writeGradedBank(table, terms, problems);
  return { table, problems };
}
