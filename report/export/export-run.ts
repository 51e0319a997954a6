import { canonicalJson } from '../../core/values/canonical-json';
import type { JsonValue } from '../../core/values/canonical-json';
import { EspalierError, exitCodes } from '../../core/errors/errors';
import { placeKey } from '../../core/metrics/calls-by-attempt';
import type { AttemptRecord, RunPage, Store } from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';
import { plannedAttempts } from '../../core/work/planned-attempts';
import { workRow } from '../../core/kinds/kinds';
import { kindReport } from '../kinds';
import { loadWholeRun } from '../load-run';
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
  /** Equal results give equal bytes of these. */
  readonly files: readonly string[];
  /** Official files of a run on repository tasks; those of a folder count as one, `logs/`. Logs hold times of their run. */
  readonly further: readonly string[];
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
 * Writes `trace.jsonl`, `run.json` and the files of the run's kind of work (a search: `samples.jsonl`; on repository tasks also what the
 * SWE-bench harness reads and writes). Canonical JSON in data-set order, then by node
 * ordinal: equal results give equal bytes.
 * @throws UsageError for an unknown run or a folder that is not empty; ExportIncompleteError; NotReadyError when the
 * folder cannot be written.
 */
export async function exportRun(options: ExportOptions): Promise<ExportResult> {
  const { store, runId, directory, force, partial, withCalls = false } = options;
  const run = await loadWholeRun(store, runId, exportedCalls);
  await checkDirectory(directory, force);
  const { config } = run.record;
  const attempts = run.attempts.toSorted((left, right) => left.position - right.position);
  const left = attempts.filter(({ status }) => status !== 'completed');
  const missing = [
    ...left.map((attempt) => `${attemptLabel(attempt, config.samples)} (${attempt.status})`),
    ...notBegun(attempts, config),
  ];
  if (missing.length > 0 && !partial) throw new ExportIncompleteError(runId, missing);

  // What is completed stays as it is; what completes while this is written is left out of every file alike.
  const graded = new Set(
    attempts.filter(({ status }) => status === 'completed').map((attempt) => placeKey(attempt)),
  );
  const pages = gradedPages(store, runId, graded);
  let traceLines = 0;
  const own: [name: string, content: FileContent][] = Object.entries(
    kindReport(config.kind).files,
  ).map(([name, row]) => [
    name,
    linesOf(pages, (page) =>
      eachOf(page.attempts, (attempt) => row(store, config.dataset.sha256, attempt)),
    ),
  ]);
  if (withCalls) {
    own.push([callsFile, linesOf(() => store.runs.pages(runId), callRows(store))]);
    // What is not judged has no tests to keep.
    if (workRow(config.kind).scored) {
      own.push([problemsFile, () => problemLines(store.problems, config)]);
    }
  }
  const trace = linesOf(pages, async (page) => {
    const calls = new Map(page.calls.map((call) => [call.identity, call]));
    const sources = { config, blobs: store.blobs, calls };
    const rows = await eachOf(page.attempts, (attempt) => traceRows(sources, attempt));
    traceLines += rows.reduce((sum, { length }) => sum + length, 0);
    return rows.flat();
  });
  const further = await kindReport(config.kind).runFiles(store, run.record, (one) =>
    graded.has(placeKey(one)),
  );
  const files = [
    ...own,
    ['trace.jsonl', trace],
    ['run.json', `${canonicalJson(runFacts(run, left))}\n`],
  ] as const;
  await writeDirectory(directory, [...further, ...files]);
  return {
    directory,
    files: files.map(([name]) => name),
    further: [...new Set(further.map(([name]) => topOf(name)))],
    samples: own.some(([name]) => name === samplesFile) ? graded.size : 0,
    traceLines,
    leftOut: missing,
  };
}

/** A file of the folder itself, or the folder in it that holds the file. */
function topOf(name: string): string {
  const at = name.indexOf('/');
  return at === -1 ? name : name.slice(0, at + 1);
}

function notBegun(attempts: readonly AttemptRecord[], config: RunConfig): readonly string[] {
  const begun = new Set(attempts.map((attempt) => placeKey(attempt)));
  return plannedAttempts(config)
    .filter((key) => !begun.has(placeKey(key)))
    .map((key) => `${attemptLabel(key, config.samples)} (not begun)`);
}

/** A run's pages with the attempts that are exported, and all calls; read anew for each file. */
function gradedPages(
  store: Store,
  run: string,
  graded: ReadonlySet<string>,
): () => AsyncIterable<RunPage> {
  return async function* () {
    for await (const { attempts, calls } of store.runs.pages(run)) {
      yield { attempts: attempts.filter((attempt) => graded.has(placeKey(attempt))), calls };
    }
  };
}

/** The lines that a file has of each page, written as they come. */
function linesOf(
  pages: () => AsyncIterable<RunPage>,
  rowsOf: (page: RunPage) => Promise<readonly JsonValue[]>,
): FileContent {
  return async function* () {
    for await (const page of pages()) {
      const rows = await rowsOf(page);
      yield Buffer.from(rows.map((row) => `${canonicalJson(row)}\n`).join(''));
    }
  };
}

async function eachOf<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (const item of items) made.push(await make(item));
  return made;
}
