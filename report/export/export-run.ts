import { canonicalJson } from '../../core/canonical-json';
import type { JsonValue } from '../../core/canonical-json';
import { EspalierError, exitCodes } from '../../core/errors';
import type { AttemptRecord, Store } from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';
import { plannedAttempts } from '../../core/work/planned-attempts';
import { workRow } from '../../core/work/kinds';
import { kindReport } from '../kinds';
import { loadRun } from '../load-run';
import { attemptLabel } from '../unfinished';
import { callRows, callsFile } from './call-rows';
import { problemLines, problemsFile } from './problem-rows';
import { exportedCalls, runFacts } from './run-facts';
import { samplesFile } from './sample-rows';
import { traceRows } from './trace-rows';
import { checkDirectory, writeDirectory } from './write-directory';
import type { FileContent } from './write-directory';

export interface ExportOptions {
  readonly store: Store;
  readonly runId: string;
  /** Made when it does not exist. */
  readonly directory: string;
  /** Write into a folder that is not empty, replacing files of an earlier export. */
  readonly force: boolean;
  /** Leave attempts without a verdict out instead of refusing. */
  readonly partial: boolean;
  /**
   * Write what it takes to do the run again, too: `calls.jsonl` has every prompt and reply, `problems.jsonl` the problems with
   * their hidden tests. Default false.
   */
  readonly withCalls?: boolean;
}

export interface ExportResult {
  readonly directory: string;
  readonly files: readonly string[];
  /** Rows of samples.jsonl; 0 in kinds of work that have no such file. */
  readonly samples: number;
  /** Lines of trace.jsonl. */
  readonly traceLines: number;
  /** Attempts without a verdict, as `problem (status)`; empty unless `partial`. */
  readonly leftOut: readonly string[];
}

/** The run has attempts without a verdict, and the caller did not ask for a part. Exit code 1. */
export class ExportIncompleteError extends EspalierError {
  constructor(
    readonly run: string,
    /** Each as `problem (status)`. */
    readonly missing: readonly string[],
  ) {
    const shown = missing.slice(0, 10).join(', ');
    const more = missing.length > 10 ? ` and ${String(missing.length - 10)} more` : '';
    super(`run ${run} has no verdict for ${shown}${more}`, {
      code: 'EXPORT_INCOMPLETE',
      remedy:
        `Finish them with \`espalier run resume ${run}\` (how a refused one could be graded, ` +
        `\`espalier run show ${run}\` says), or export what there is with --partial`,
      exitCode: exitCodes.failures,
    });
  }
}

/**
 * Writes `trace.jsonl`, `run.json` and the files of the run's kind of work (a search: `samples.jsonl`). Canonical JSON in data-set order, then by node
 * ordinal: equal results give equal bytes.
 * @throws UsageError for an unknown run or a folder that is not empty; ExportIncompleteError; NotReadyError when the
 * folder cannot be written.
 */
export async function exportRun(options: ExportOptions): Promise<ExportResult> {
  const { store, runId, directory, force, partial, withCalls = false } = options;
  const run = await loadRun(store, runId);
  await checkDirectory(directory, force);
  const { config } = run.record;
  const attempts = run.attempts.toSorted((left, right) => left.position - right.position);
  const graded = attempts.filter(({ status }) => status === 'completed');
  const left = attempts.filter(({ status }) => status !== 'completed');
  const missing = [
    ...left.map((attempt) => `${attemptLabel(attempt, config.samples)} (${attempt.status})`),
    ...notBegun(attempts, config),
  ];
  if (missing.length > 0 && !partial) throw new ExportIncompleteError(runId, missing);

  const trace: JsonValue[] = [];
  const calls = new Map(run.calls.map((call) => [call.identity, call]));
  for (const attempt of graded) {
    trace.push(...(await traceRows({ config, blobs: store.blobs, calls }, attempt)));
  }
  const own: [name: string, content: FileContent][] = [];
  for (const [name, row] of Object.entries(kindReport(config.kind).files)) {
    const rows: JsonValue[] = [];
    for (const attempt of graded) rows.push(await row(store, config.dataset.sha256, attempt));
    own.push([name, jsonLines(rows)]);
  }
  if (withCalls) {
    own.push([callsFile, jsonLines(await callRows(store, exportedCalls(run)))]);
    // What is not judged has no tests to keep.
    if (workRow(config.kind).scored) {
      own.push([problemsFile, () => problemLines(store.problems, config)]);
    }
  }
  const files = [
    ...own,
    ['trace.jsonl', jsonLines(trace)],
    ['run.json', `${canonicalJson(runFacts(run, left))}\n`],
  ] as const;
  await writeDirectory(directory, files);
  return {
    directory,
    files: files.map(([name]) => name),
    samples: own.some(([name]) => name === samplesFile) ? graded.length : 0,
    traceLines: trace.length,
    leftOut: missing,
  };
}

function notBegun(attempts: readonly AttemptRecord[], config: RunConfig): readonly string[] {
  const begun = new Set(attempts.map(({ problem, sample }) => canonicalJson([problem, sample])));
  return plannedAttempts(config)
    .filter((key) => !begun.has(canonicalJson([key.problem, key.sample])))
    .map((key) => `${attemptLabel(key, config.samples)} (not begun)`);
}

function jsonLines(rows: readonly JsonValue[]): string {
  return rows.map((row) => `${canonicalJson(row)}\n`).join('');
}
