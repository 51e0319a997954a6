import type { Command } from 'commander';

import { asJson } from '../../core/canonical-json';
import type { JsonValue } from '../../core/canonical-json';
import { exitCodes, UsageError } from '../../core/errors';
import type { Store } from '../../core/ports/records';
import { isOfKind } from '../../core/work/of-kind';
import { attemptCallLines } from '../../report/attempt-calls';
import { loadAttempts } from '../../report/load-attempts';
import { attemptLines } from '../../report/attempt-lines';
import { openTreeLines } from '../../report/attempt-tree';
import type { OpenSearch } from '../../report/attempt-tree';
import { comparisonLines } from '../../report/compare';
import { openTranscriptLines } from '../../report/dialogue-transcript';
import { exportRun } from '../../report/export/export-run';
import type { ExportResult } from '../../report/export/export-run';
import { samplesFile } from '../../report/export/sample-rows';
import { problemDocument, problemLines } from '../../report/failure-lines';
import { findRun, loadRun, loadRuns } from '../../report/load-run';
import { paperRows } from '../../report/paper-rows';
import { paperLines } from '../../report/paper-table';
import { runDocument } from '../../report/run-document';
import { textTable } from '../../report/text-table';
import { attemptDocument } from '../runs/attempt-document';
import { noteWaiting } from '../runs/note-waiting';
import { printRun } from '../runs/run-face';
import { withStore } from '../../lab/with-store';
import { action, word } from '../command-context';
import type { CommandContext } from '../command-context';
import { listRuns } from '../../lab/runs/list-runs';
import type { ListedRun } from '../../lab/runs/list-runs';
import { readLiveSearch } from '../../lab/runs/live-search';
import type { LiveSearch } from '../../lab/runs/live-search';

/** Commands that read records: they work with everything else stopped. */
export function registerRunRecords(parent: Command): void {
  registerList(parent);
  registerShow(parent);
  registerExport(parent);
}

function registerList(parent: Command): void {
  parent
    .command('list')
    .description('every run of this state folder, the newest first')
    .option('--json', 'one document on stdout')
    .action(
      action((context) =>
        withStore(context, async (store) => {
          const rows = await listRuns(store);
          if (rows.length === 0)
            context.output.print('No runs yet: see `espalier run start --help`');
          else for (const line of listLines(rows)) context.output.print(line);
          await noteWaiting(context, await store.runs.runs());
          context.output.result(asJson(rows));
          return exitCodes.ok;
        }),
      ),
    );
}

function listLines(rows: readonly ListedRun[]): readonly string[] {
  return textTable([
    ['run', 'status', 'done', 'solved', 'created'],
    ...rows.map(({ run, status, completed, total, solved, created }) => [
      run,
      status,
      `${String(completed)}/${String(total)}`,
      solved === null ? '-' : String(solved),
      created.slice(0, 16).replace('T', ' '),
    ]),
  ]);
}

interface ShowFlags {
  readonly calls?: boolean;
  readonly paper?: boolean;
  readonly problems?: boolean;
  readonly failed?: boolean;
}

function registerShow(parent: Command): void {
  parent
    .command('show <run> [problemOrRuns...]')
    .description('RUN: its table; RUN PROBLEM: its tree or transcript; RUN RUN…: side by side')
    .option('--calls', 'with RUN PROBLEM: every prompt and reply in full')
    .option('--problems', 'with RUN: every problem, what became of it and what was seen')
    .option('--failed', 'with RUN: the same, only of problems that are not solved')
    .option('--paper', "runs of refine: rows and columns of OpenCodeInterpreter's table")
    .option('--json', 'one document on stdout')
    .action(
      action<ShowFlags>((context, call) =>
        withStore(context, async (store) => {
          const { output } = context;
          const [run = '', ...others] = call.words;
          const record = await findRun(store, run);
          const [second] = others;
          if (call.flags.paper === true) {
            const runs = await loadRuns(store, call.words);
            for (const line of paperLines(runs)) output.print(line);
            output.result(asJson(paperRows(runs)));
            return exitCodes.ok;
          }
          if (call.flags.problems === true || call.flags.failed === true) {
            if (second !== undefined) throw oneRunOnly();
            const choice = { failed: call.flags.failed === true };
            const loaded = await loadRun(store, run);
            for (const line of problemLines(loaded, choice)) output.print(line);
            output.result(asJson(problemDocument(loaded, choice)));
            return exitCodes.ok;
          }
          if (second === undefined) {
            await printRun(context, store, run);
            await noteWaiting(context, [record]);
            return exitCodes.ok;
          }
          if (others.length > 1 || (await store.runs.run(second)) !== null) {
            const runs = await loadRuns(store, call.words);
            for (const line of comparisonLines(runs, output.columns)) output.print(line);
            output.result(asJson(runs.map(runDocument)));
            return exitCodes.ok;
          }
          await showProblem(context, store, {
            run,
            problem: second,
            calls: call.flags.calls === true,
          });
          return exitCodes.ok;
        }),
      ),
    );
}

function oneRunOnly(): UsageError {
  return new UsageError(
    '--problems and --failed are of one run',
    'Name one run; of several `espalier compare A B` lists the problems that differ',
    { code: 'ONE_RUN_ONLY' },
  );
}

/** What there is of a problem: from the records, or of a search that has not ended from the engine. */
async function showProblem(
  context: CommandContext,
  store: Store,
  {
    run,
    problem,
    calls,
  }: { readonly run: string; readonly problem: string; readonly calls: boolean },
): Promise<void> {
  const { output } = context;
  const documents: JsonValue[] = [];
  for (const loaded of await loadAttempts(store, { run, problem })) {
    const open = isOfKind(loaded.run.config, 'search') && loaded.attempt.result === null;
    const search = open ? await readLiveSearch(context, loaded.attempt) : null;
    const lines =
      search === null
        ? await attemptLines(store.blobs, loaded)
        : await openTreeLines(store.blobs, loaded, openSearch(search));
    for (const line of lines) output.print(line);
    if (loaded.attempt.result === null) {
      for (const line of await openTranscriptLines(store, loaded)) output.print(line);
    }
    if (open && search === null) {
      output.print(
        `its tree is with the engine, and nobody answers for it: \`espalier run resume ${run}\` goes on`,
      );
    }
    if (calls) {
      output.print('');
      for (const line of await attemptCallLines(store, loaded)) output.printExactly(line);
    }
    documents.push(attemptDocument(loaded, search));
  }
  output.result({ run, problem, attempts: documents });
}

function openSearch({ state, paused, ahead }: LiveSearch): OpenSearch {
  const { nodes, strategies, plans, inFlight, frontier, toReflect = [] } = state;
  const waiting = frontier.length + toReflect.length;
  return { nodes, strategies, plans, inFlight: inFlight?.node ?? null, waiting, paused, ahead };
}

function exportedText({ files, samples, traceLines }: ExportResult): string {
  return files.includes(samplesFile)
    ? `${String(samples)} samples`
    : `${String(traceLines)} lines of trace`;
}

interface ExportFlags {
  readonly force?: boolean;
  readonly partial?: boolean;
  readonly withCalls?: boolean;
}

function registerExport(parent: Command): void {
  parent
    .command('export <run> <directory>')
    .description('write samples.jsonl, trace.jsonl and run.json')
    .option('--force', 'replace the files of an earlier export')
    .option('--partial', 'leave out attempts without a verdict')
    .option('--with-calls', 'calls.jsonl and problems.jsonl as well: what `espalier verify` needs')
    .option('--json', 'one document on stdout')
    .action(
      action<ExportFlags>((context, call) =>
        withStore(context, async (store) => {
          const result = await exportRun({
            store,
            runId: word(call, 0),
            directory: word(call, 1),
            force: call.flags.force === true,
            partial: call.flags.partial === true,
            withCalls: call.flags.withCalls === true,
          });
          context.output.print(
            `${exportedText(result)} in ${result.directory}: ${result.files.join(', ')}`,
          );
          if (result.leftOut.length > 0) {
            context.output.note(`left out, without a verdict: ${result.leftOut.join(', ')}`);
          }
          context.output.result({
            ...result,
            files: [...result.files],
            leftOut: [...result.leftOut],
          });
          return exitCodes.ok;
        }),
      ),
    );
}
