import type { Settings } from '../../config/settings';
import type { StateFolder } from '../../config/state-folder';
import type { GradedProblem, GradingTerms } from '../../core/schemas/graded-bank';
import type { DatasetProblem } from '../../core/schemas/problem';
import { loadBank, viewBank } from '../../llm/simulated';
import { createDependencies } from '../dependencies';
import { gradeBank } from './grade-bank';
import { gradedBankFile, readGradedBank, writeGradedBank } from './graded-bank-file';

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
  /** The table's file. */
  readonly table: string;
  readonly problems: readonly GradedProblem[];
}

/** The table of a bank: the one that is there, else a new one, for which every program is graded once. */
export async function prepareBank(asked: PrepareBank): Promise<PreparedBank> {
  const { settings, folder, bankFiles, regrade } = asked;
  const dependencies = await createDependencies(settings);
  try {
    const { fingerprint } = await dependencies.sandbox();
    const terms = { ...asked.terms, fingerprint };
    const table = gradedBankFile(folder, terms);
    const known = regrade ? null : await readGradedBank(table);
    if (known !== null) return { table, problems: known };
    const view = viewBank(await loadBank(bankFiles), terms.bankModel ?? undefined);
    const problems = await gradeBank({ ...asked, dependencies, view, terms });
    await writeGradedBank(table, terms, problems);
    return { table, problems };
  } finally {
    await dependencies.close();
  }
}
