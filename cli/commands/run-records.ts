import type { Command } from 'commander';

import { exitCodes } from '../../core/errors';
import { attemptCallLines } from '../../report/attempt-calls';
import { loadAttempts } from '../../report/attempt-report';
import { attemptTreeLines } from '../../report/attempt-tree';
import { comparisonLines } from '../../report/compare';
import { exportRun } from '../../report/export/export-run';
import { loadRun } from '../../report/load-run';
import { runDocument } from '../../report/run-document';
import { runTableLines } from '../../report/run-table';
import { textTable } from '../../report/text-table';
import { attemptDocument } from '../attempt-document';
import { action, withStore, word } from '../command-context';
import { liveAttemptLines } from '../live-attempt';

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
          const runs = [...(await store.runs.runs())].sort(
            (left, right) => right.createdAtMs - left.createdAtMs,
          );
          const rows = await Promise.all(
            runs.map(async ({ id, status, reason, createdAtMs }) => {
              const counts = await store.runs.counts(id);
              return {
                run: id,
                status,
                reason,
                created: new Date(createdAtMs).toISOString(),
                ...counts,
              };
            }),
          );
          const table = rows.map((row) => [
            row.run,
            row.status,
            `${String(row.completed)}/${String(row.total)}`,
            `${String(row.solved)} solved`,
            row.created,
          ]);
          for (const line of textTable([
            ['run', 'status', 'done', 'solved', 'created'],
            ...table,
          ])) {
            context.output.print(line);
          }
          context.output.result(rows);
          return exitCodes.ok;
        }),
      ),
    );
}

interface ShowFlags {
  readonly calls?: boolean;
}

function registerShow(parent: Command): void {
  parent
    .command('show <run> [problemOrRuns...]')
    .description('RUN: its table; RUN PROBLEM: its tree; RUN RUN…: side by side')
    .option('--calls', 'with RUN PROBLEM: every prompt and reply in full')
    .option('--json', 'one document on stdout')
    .action(
      action<ShowFlags>((context, call) =>
        withStore(context, async (store) => {
          const { output } = context;
          const [run = '', ...others] = call.words;
          const loaded = await loadRun(store, run);
          const [second] = others;
          if (second === undefined) {
            for (const line of runTableLines(loaded)) output.print(line);
            output.result({ ...runDocument(loaded) });
            return exitCodes.ok;
          }
          if (others.length > 1 || (await store.runs.run(second)) !== null) {
            const runs = [loaded, ...(await Promise.all(others.map((id) => loadRun(store, id))))];
            for (const line of comparisonLines(runs)) output.print(line);
            output.result(runs.map((one) => ({ ...runDocument(one) })));
            return exitCodes.ok;
          }
          const attempts = await loadAttempts(store, { run, problem: second });
          for (const attempt of attempts) {
            const lines =
              attempt.attempt.result === null
                ? await liveAttemptLines(context, attempt.attempt)
                : null;
            for (const line of lines ?? (await attemptTreeLines(store.blobs, attempt))) {
              output.print(line);
            }
            if (call.flags.calls === true) {
              for (const line of await attemptCallLines(store, attempt)) output.print(line);
            }
          }
          output.result({ run, problem: second, attempts: attempts.map(attemptDocument) });
          return exitCodes.ok;
        }),
      ),
    );
}

interface ExportFlags {
  readonly force?: boolean;
  readonly partial?: boolean;
}

function registerExport(parent: Command): void {
  parent
    .command('export <run> <directory>')
    .description('write samples.jsonl, trace.jsonl and run.json')
    .option('--force', 'replace the files of an earlier export')
    .option('--partial', 'leave out attempts without a verdict')
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
          });
          context.output.print(
            `${String(result.samples)} samples in ${result.directory}: ${result.files.join(', ')}`,
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
