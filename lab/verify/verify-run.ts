import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { stateFolder } from '../../config/state-folder';
import { builtBundle } from '../../config/workflow-bundle';
import type { WorkflowBundle } from '../../core/schemas/workflow-bundle';
import { exportRun } from '../../report/export/export-run';
import type { LabContext } from '../lab-context';
import { stopServices } from '../services/stop-services';
import { withStore } from '../with-store';
import { compareFiles } from './compare-files';
import type { FileDifference } from './compare-files';
import { readCalls, readProblems, readRunFacts } from './read-run-export';
import { rerunFromExport } from './rerun-from-export';
import type { ExportedRun, RerunOptions, UnansweredQuestion } from './rerun-from-export';
import { requireProblems, requireRerunnable } from './require-rerunnable';

/** What came of doing a run again from its export. */
export interface Verification {
  readonly run: string;
  /** Distinct questions that the export answers. */
  readonly answers: number;
  /** Every file was compared, and all are the same bytes. */
  readonly same: boolean;
  /** Files that were compared; none when questions stayed open, for then there is no second export. */
  readonly files: readonly string[];
  /** Of the export (`left`) and the rerun (`right`). */
  readonly differences: readonly FileDifference[];
  /** What the rerun would have had to ask; it did not. */
  readonly unanswered: readonly UnansweredQuestion[];
  /** The workflow code of the run and of the rerun, where they are not the same; it is not compared. */
  readonly otherCode: { readonly run: WorkflowBundle; readonly replay: WorkflowBundle } | null;
}

export type VerifyOptions = Omit<RerunOptions, 'directory'>;

/**
 * Does a run again, offline and in a state folder of its own that is gone afterwards: the same method on the same problems,
 * with the answers that its models gave. Programs are run again; what comes of it is exported and compared byte by byte.
 * @param place a folder that `run export --with-calls` wrote, else the id of a run of this state folder
 * @throws UsageError if it is not such a folder or run, or cannot be run again (`EXPORT_WITHOUT_CALLS`, `EXPORT_DAMAGED`,
 * `NOT_AN_EXPORT`, `NOT_REPLAYABLE`, `NOTHING_TO_REPLAY`, `RUN_OF_OTHER_VERSIONS`, `RUN_UNKNOWN`); EspalierError (`INTERRUPTED`);
 * NotReadyError for what this machine lacks
 */
export async function verifyRun(
  context: LabContext,
  place: string,
  options: VerifyOptions = {},
): Promise<Verification> {
  const scratch = await mkdtemp(join(tmpdir(), 'espalier-verify-'));
  try {
    const exported = (await isFolder(place))
      ? resolve(place)
      : await exportOf(context, place, join(scratch, 'exported'));
    const run = await readExportedRun(exported);
    const directory = join(scratch, 'rerun');
    const rerun = await withOwnServices(context, join(scratch, 'state'), (own) =>
      rerunFromExport(own, run, { ...options, directory }),
    );
    const files = rerun.kind === 'exported' ? rerun.files : [];
    const differences = await compareFiles(exported, directory, files);
    const unanswered = rerun.kind === 'unanswered' ? rerun.questions : [];
    return {
      run: run.facts.run,
      answers: run.calls.length,
      same: differences.length === 0 && unanswered.length === 0,
      files,
      differences,
      unanswered,
      otherCode: otherCodeOf(run.facts.bundle),
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() === true;
}

/** What is without a verdict is left out, and refused for it below, with a remedy. */
async function exportOf(context: LabContext, runId: string, directory: string): Promise<string> {
  const options = { runId, directory, force: false, partial: true, withCalls: true };
  await withStore(context, (store) => exportRun({ store, ...options }));
  return directory;
}

async function readExportedRun(directory: string): Promise<ExportedRun> {
  const facts = await readRunFacts(directory);
  requireRerunnable(facts);
  const calls = await readCalls(directory);
  const problems = await readProblems(directory);
  requireProblems(facts, problems);
  return { facts, problems, calls };
}

/** A state folder with its own services, always stopped afterwards, and its own engine: others may know the run's name. */
async function withOwnServices<T>(
  { settings, note }: LabContext,
  root: string,
  body: (own: LabContext) => Promise<T>,
): Promise<T> {
  const nobodys = {
    TEMPORAL_ADDRESS: undefined,
    OPENAI_API_KEY: undefined,
    OPENAI_API_KEY_FILE: undefined,
  };
  const own = { ...settings, ...nobodys, ESPALIER_HOME: root };
  const context = { settings: own, folder: stateFolder(own), note, offline: true };
  try {
    return await body(context);
  } finally {
    await stopServices(context);
  }
}

function otherCodeOf(run: WorkflowBundle | null): Verification['otherCode'] {
  const rerun = builtBundle();
  return run === null || run.sha256 === rerun.sha256 ? null : { run, replay: rerun };
}
