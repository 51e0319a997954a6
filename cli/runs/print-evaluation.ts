import { asJson } from '../../core/values/canonical-json';
import { exitCodes } from '../../core/errors/errors';
import { loadRun } from '../../report/load-run';
import { runDocument } from '../../report/run-document';
import { runTableLines } from '../../report/run-table';
import { writeResults } from '../../report/evaluation/write-results';
import type { ResultsToWrite } from '../../report/evaluation/write-results';
import { terminalLine } from '../../report/terminal-safe';
import type { PrintRun } from './print-run';

/** The table of an evaluation, and its results in files; the exit code says whether every sample has a verdict. */
export function printEvaluation(how: Omit<ResultsToWrite, 'run'>): PrintRun {
  return async ({ output }, store, run) => {
    const loaded = await loadRun(store, run);
    for (const line of runTableLines(loaded)) output.print(line);
    const results = await writeResults(store, { ...how, run });
    if (results.length > 0) output.print('');
    for (const path of results) output.print(terminalLine(`results: ${path}`));
    output.result(asJson({ ...runDocument(loaded), results }));
    const { completed, total } = loaded.summary;
    return completed === total ? exitCodes.ok : exitCodes.failures;
  };
}
