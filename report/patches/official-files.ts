import { infraFailure } from '../../core/patches/infra-failure';
import { isOfKind } from '../../core/kinds/of-kind';
import type { AttemptRecord, RunRecord, Store } from '../../core/ports/records';
import { writeDirectory } from '../export/write-directory';
import type { FileContent } from '../export/write-directory';
import { evalScript } from './eval-script';
import { patchFiles } from './instance-report';
import { gradedPatches, hasPatches } from './predictions';
import type { GradedPatch } from './predictions';
import { runReport } from './run-report';
import type { CountedPatch } from './run-report';
import { trajectoryFile } from './trajectory-file';

/** One patch of each problem, by one model: what the official harness calls predictions. */
interface Submission {
  /** As files are named. */
  readonly model: string;
  readonly rows: { readonly id: string; readonly patch: string }[];
  readonly counted: CountedPatch[];
}

/** What was written. */
export interface OfficialFiles {
  readonly directory: string;
  /** From the folder. */
  readonly reports: readonly string[];
  readonly predictions: number;
  readonly files: number;
}

type Files = [name: string, content: FileContent][];

/** Writes the official files of a run. @throws UsageError for a run without patches; what `writeDirectory` throws */
export async function writeOfficialFiles(
  store: Store,
  run: RunRecord,
  directory: string,
): Promise<OfficialFiles> {
  const { files, reports, predictions } = await officialFiles(store, run);
  await writeDirectory(directory, files);
  return { directory, reports, predictions, files: files.length };
}

/** The official files of a run on repository tasks, for its export. Empty: it is on other problems. */
export async function filesOfPatches(
  store: Store,
  run: RunRecord,
  isWanted: (attempt: AttemptRecord) => boolean,
): Promise<Files> {
  return (await hasPatches(store, run)) ? (await officialFiles(store, run, isWanted)).files : [];
}

/**
 * What the SWE-bench harness reads and writes: `preds.json`, `all_preds.jsonl`, a report for each model, and the folder of logs of
 * each patch; of agents with a shell also their trajectories. Further patches of one problem are those of `<model>.1`, and so on.
 */
async function officialFiles(
  store: Store,
  run: RunRecord,
  isWanted?: (attempt: AttemptRecord) => boolean,
): Promise<Pick<OfficialFiles, 'reports' | 'predictions'> & { readonly files: Files }> {
  const submissions = new Map<string, Submission>();
  const files: Files = [];
  for await (const graded of gradedPatches(store, run, isWanted)) {
    const submission = submissionOf(submissions, graded);
    files.push(...(await patchRows(store, { run: run.id, submission, graded })));
  }
  const ids = idsOf(run);
  const reports: string[] = [];
  for (const { model, counted } of submissions.values()) {
    const name = `${fileName(model)}.${run.id}.json`;
    reports.push(name);
    files.push([name, indented(runReport(ids, counted))]);
  }
  files.push(...predictionFiles([...submissions.values()]));
  return {
    ...{ reports, files },
    predictions: [...submissions.values()].reduce((sum, { rows }) => sum + rows.length, 0),
  };
}

/** `preds.json` holds one patch of each problem: with several models or samples there are several of them. */
export function predictionFiles(
  submissions: readonly {
    readonly model: string;
    readonly rows: readonly { readonly id: string; readonly patch: string }[];
  }[],
): readonly [name: string, content: string][] {
  const files: [string, string][] = [];
  const lines: string[] = [];
  for (const { model, rows } of submissions) {
    const all = rows.map(({ id, patch }) => ({
      ...{ instance_id: id, model_name_or_path: model, model_patch: patch },
    }));
    lines.push(...all.map((row) => `${JSON.stringify(row)}\n`));
    const name = submissions.length === 1 ? 'preds.json' : `${fileName(model)}.preds.json`;
    files.push([name, indented(Object.fromEntries(all.map((row) => [row.instance_id, row])))]);
  }
  return [...files, ['all_preds.jsonl', lines.join('')]];
}

function submissionOf(
  submissions: Map<string, Submission>,
  { model, problem }: GradedPatch,
): Submission {
  for (let again = 0; ; again += 1) {
    const name = again === 0 ? model : `${model}.${String(again)}`;
    const known = submissions.get(name);
    if (known?.rows.some(({ id }) => id === problem.id) === true) continue;
    const submission = known ?? { model: name, rows: [], counted: [] };
    submissions.set(name, submission);
    return submission;
  }
}

async function patchRows(
  { blobs }: Pick<Store, 'blobs'>,
  {
    run,
    submission,
    graded,
  }: { readonly run: string; readonly submission: Submission; readonly graded: GradedPatch },
): Promise<Files> {
  const { problem, patch, outcome } = graded;
  const name = fileName(problem.id);
  const isEmpty = patch.trim() === '';
  submission.rows.push({ id: problem.id, patch });
  const trajectory = await trajectoryFile(blobs, graded);
  const trajectories: Files =
    trajectory === null
      ? []
      : [[`trajs/${fileName(submission.model)}/${name}/${name}.traj`, trajectory]];
  if (isEmpty) {
    submission.counted.push({ id: problem.id, isEmpty, resolved: null, failure: null });
    return trajectories;
  }
  const log = outcome?.patch?.log ?? null;
  const { testOutput, runLog, report } = patchFiles(
    graded,
    log === null ? null : await blobs.get(log),
  );
  const resolved = report === null ? null : outcome?.kind === 'passed';
  const failure = infraFailure(`${testOutput ?? ''}\n${runLog}`);
  submission.counted.push({ id: problem.id, isEmpty, resolved, failure });
  const folder = `logs/run_evaluation/${run}/${fileName(submission.model)}/${name}`;
  const files: Files = [
    ...trajectories,
    [`${folder}/patch.diff`, patch],
    [`${folder}/eval.sh`, evalScript(graded)],
    [`${folder}/run_instance.log`, runLog],
  ];
  // Read again when it is written: all logs of a run are too much to hold.
  if (log !== null) files.push([`${folder}/test_output.txt`, storedText(blobs, log)]);
  if (report !== null) files.push([`${folder}/report.json`, indented(report)]);
  return files;
}

function storedText(blobs: Store['blobs'], sha256: string): () => AsyncIterable<Uint8Array> {
  return async function* () {
    yield Buffer.from(await blobs.get(sha256), 'utf8');
  };
}

/** Ids of the whole data set, as far as the run knows it. */
function idsOf({ config }: RunRecord): readonly string[] {
  const missing = isOfKind(config, 'evaluation') ? config.evaluation.missing : [];
  return [...config.problems, ...missing];
}

/** As the harness makes names of files of models. No name leaves its folder. */
function fileName(name: string): string {
  const safe = name.replaceAll('/', '__');
  return safe === '.' || safe === '..' ? `_${safe}` : safe;
}

function indented(value: unknown): string {
  return `${JSON.stringify(value, null, 4)}\n`;
}
