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
          const known = await Promise.all(others.map((one) => store.runs.run(one)));
          const problems = others.filter((_, place) => known[place] === null);
          refuseMeaningless(call.flags, problems, others.length);
          if (call.flags.paper === true) {
            const { paperLines } = await import('../../report/paper-table.js');
            const { paperRows } = await import('../../report/paper-rows.js');
            const runs = await loadRuns(store, call.words);
            for (const line of paperLines(runs)) output.print(line);
            output.result(asJson(paperRows(runs)));
            return exitCodes.ok;
          }
          if (call.flags.problems === true || call.flags.failed === true) {
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
          if (problems.length === 0) {
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

/**
 * @param problems the words after the first run that are not runs
 * @param others the number of words after the first run
 * @throws UsageError for a flag that means nothing for what is named, and for several problems
 */
function refuseMeaningless(flags: ShowFlags, problems: readonly string[], others: number): void {
  const given = (['paper', 'problems', 'failed', 'calls'] as const).filter(
    (name) => flags[name] === true,
  );
  const [first, second] = given.map((name) => `--${name}`);
  if ((flags.problems === true || flags.failed === true) && others > 0) {
    throw new UsageError(
      '--problems and --failed are of one run',
      'Name one run; `espalier compare A B` lists the problems on which two runs differ',
      { code: 'ONE_RUN_ONLY' },
    );
  }
  if (second !== undefined && !(first === '--problems' && second === '--failed')) {
    throw new UsageError(
      `${String(first)} and ${second} cannot be given together`,
      'Leave one out',
      {
        code: 'BAD_FLAG',
      },
    );
  }
  if (flags.calls === true && problems.length === 0) {
    throw new UsageError(
      '--calls needs a problem',
      'Write `espalier run show RUN PROBLEM --calls`',
      {
        code: 'BAD_FLAG',
      },
    );
  }
  const [problem = ''] = problems;
  if (flags.paper === true && problems.length > 0) {
    throw new UsageError(
      `--paper is of whole runs, and ${problem} is not a run`,
      'Name runs only',
      {
        code: 'RUN_UNKNOWN',
      },
    );
  }
  if (problems.length > 0 && others > 1) {
    throw new UsageError(
      `there is no run ${problems.join(', no run ')} in the store`,
      `Name runs only, to compare them, or one run and one of its problems: \`espalier run show RUN ${problem}\``,
      { code: 'RUN_UNKNOWN' },
    );
  }
}
