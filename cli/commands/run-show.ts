import type { Command } from 'commander';

import { asJson } from '../../core/values/canonical-json';
import { exitCodes, UsageError } from '../../core/errors/errors';
import { withStore } from '../../lab/with-store';
import { problemDocument, problemLines } from '../../report/failure-lines';
import { findRun, loadRuns, loadWholeRun } from '../../report/load-run';
import { runDocument } from '../../report/run-document';
import { action } from '../command-context';
import { noteWaiting } from '../runs/note-waiting';
import { printRun } from '../runs/run-face';

interface ShowFlags {
  readonly calls?: boolean;
  readonly paper?: boolean;
  readonly problems?: boolean;
  readonly failed?: boolean;
}

/** Reads only the store, so it works while everything else is stopped. Modules that few forms need are loaded with those forms. */
export function registerRunShow(parent: Command): void {
  parent
    .command('show <run> [problemOrRuns...]')
    .summary('show a run, one of its problems, or several runs')
    .description(
      'show a run (RUN), the tree or transcript of one problem (RUN PROBLEM), or several runs side by side (RUN RUN…)',
    )
    .option('--calls', 'with RUN PROBLEM: print every prompt and reply in full')
    .option('--problems', 'with RUN: list every problem with its outcome and details')
    .option('--failed', 'with RUN: list only the problems that are not solved')
    .option(
      '--paper',
      'with a run of --method refine: print a table with the rows and columns of the OpenCodeInterpreter table',
    )
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<ShowFlags>((context, call) =>
        withStore(context, async (store) => {
          const { output } = context;
          const [run = '', ...others] = call.words;
          const record = await findRun(store, run);
          const [second] = others;
          if (call.flags.paper === true) {
            const { paperLines } = await import('../../report/paper-table.js');
            const { paperRows } = await import('../../report/paper-rows.js');
            const runs = await loadRuns(store, call.words);
            for (const line of paperLines(runs)) output.print(line);
            output.result(asJson(paperRows(runs)));
            return exitCodes.ok;
          }
          if (call.flags.problems === true || call.flags.failed === true) {
            if (second !== undefined) throw oneRunOnly();
            const choice = { failed: call.flags.failed === true };
            const loaded = await loadWholeRun(store, run);
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
            const { comparisonLines } = await import('../../report/compare.js');
            const runs = await loadRuns(store, call.words);
            for (const line of comparisonLines(runs, output.columns)) output.print(line);
            output.result(asJson(runs.map(runDocument)));
            return exitCodes.ok;
          }
          const { showProblem } = await import('../runs/show-problem.js');
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
