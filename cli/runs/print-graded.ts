import { asJson } from '../../core/values/canonical-json';
import { exitCodes } from '../../core/errors/errors';
import { loadRun } from '../../report/load-run';
import { writeOfficialFiles } from '../../report/patches/official-files';
import { patchCounts } from '../../report/patches/patch-counts';
import { runDocument } from '../../report/run-document';
import { runTableLines } from '../../report/run-table';
import { terminalLine } from '../../report/terminal-safe';
import type { PrintRun } from './print-run';

/** The table of graded patches, and the official files; the exit code says whether every patch has a verdict. */
export function printGraded(folder: string | null): PrintRun {
  return async ({ output }, store, run) => {
    const loaded = await loadRun(store, run);
    for (const line of runTableLines(loaded)) output.print(line);
    const counts = await patchCounts(store, loaded.record);
    const { resolved, unresolved, notApplied, tampered, timedOut, empty, unscored } = counts;
    output.print('');
    output.print(
      `${String(resolved)} resolved, ${String(unresolved)} not, ${String(notApplied)} do not apply, ${String(timedOut)} ran out of time,` +
        ` ${String(tampered)} tampered, ${String(empty)} empty, ${String(unscored)} without a verdict`,
    );
    for (const [cause, count] of Object.entries(counts.causes))
      output.print(terminalLine(`  ${String(count)}: ${cause}`));
    const written = folder === null ? null : await writeOfficialFiles(store, loaded.record, folder);
    for (const path of written?.reports ?? [])
      output.print(terminalLine(`report: ${folder ?? ''}/${path}`));
    if (written === null)
      output.note(`\`espalier task export ${run} FOLDER\` writes the official files`);
    output.result(asJson({ ...runDocument(loaded), patches: counts, files: written }));
    const { completed, total } = loaded.summary;
    return completed === total ? exitCodes.ok : exitCodes.failures;
  };
}
