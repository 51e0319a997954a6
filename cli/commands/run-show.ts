import type { Command } from 'commander';

import { asJson } from '../../core/values/canonical-json';
import { exitCodes, UsageError } from '../../core/errors/errors';
import type { RunRecord, Store } from '../../core/ports/records';
import { withStore } from '../../lab/with-store';
import { problemDocument, problemLines } from '../../report/failure-lines';
import { findRun, loadRuns, loadWholeRun } from '../../report/load-run';
import { runDocument } from '../../report/run-document';
import { action } from '../command-context';
import type { CommandContext } from '../command-context';
import { noteWaiting } from '../runs/note-waiting';
import { printRun } from '../runs/run-face';

interface ShowFlags {
  readonly calls?: boolean;
  readonly paper?: boolean;
  readonly problems?: boolean;
  readonly failed?: boolean;
}

/** What a person asks for. */
interface Asked {
  readonly context: CommandContext;
  readonly store: Store;
  readonly flags: ShowFlags;
  readonly record: RunRecord;
  /** All words. The first is a run. */
  readonly words: readonly [string, ...string[]];
  /** The words after the first that are not runs. */
  readonly problems: readonly string[];
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
      action<ShowFlags>((context, { flags, words: [run = '', ...others] }) =>
        withStore(context, async (store) => {
          const record = await findRun(store, run);
          const known = await Promise.all(others.map((one) => store.runs.run(one)));
          const problems = others.filter((_, place) => known[place] === null);
          const asked: Asked = { context, store, flags, record, words: [run, ...others], problems };
          refuseMeaningless(asked);
          if (flags.paper === true) await showPaper(asked);
          else if (flags.problems === true || flags.failed === true) await showProblems(asked);
          else await showNamed(asked);
          return exitCodes.ok;
        }),
      ),
    );
}

/** @throws UsageError for a flag that means nothing for what is named, and for several problems */
function refuseMeaningless({ flags, words, problems }: Asked): void {
  const { calls, paper, problems: all, failed } = flags;
  const [problem = ''] = problems;
  if ((all === true || failed === true) && words.length > 1) {
    throw new UsageError(
      '--problems and --failed are of one run',
      'Name one run; `espalier compare A B` lists the problems on which two runs differ',
      { code: 'ONE_RUN_ONLY' },
    );
  }
  const listing = all === true ? '--problems' : failed === true ? '--failed' : null;
  const given = [paper === true ? '--paper' : null, listing, calls === true ? '--calls' : null];
  const [first, second] = given.filter((flag) => flag !== null);
  if (first !== undefined && second !== undefined) {
    throw new UsageError(`${first} and ${second} cannot be given together`, 'Leave one out', {
      code: 'BAD_FLAG',
    });
  }
  if (calls === true && problems.length === 0) {
    throw new UsageError(
      '--calls needs a problem',
      'Write `espalier run show RUN PROBLEM --calls`',
      { code: 'BAD_FLAG' },
    );
  }
  if (paper === true && problems.length > 0) {
    throw new UsageError(
      `--paper is of whole runs, and ${problem} is not a run`,
      'Name runs only',
      {
        code: 'RUN_UNKNOWN',
      },
    );
  }
  if (problems.length > 0 && words.length > 2) {
    throw new UsageError(
      `there is no run ${problems.join(', no run ')} in the store`,
      `Name runs only, to compare them, or one run and one of its problems: \`espalier run show RUN ${problem}\``,
      { code: 'RUN_UNKNOWN' },
    );
  }
}

async function showPaper({ context: { output }, store, words }: Asked): Promise<void> {
  const { paperLines } = await import('../../report/paper-table.js');
  const { paperRows } = await import('../../report/paper-rows.js');
  const runs = await loadRuns(store, words);
  for (const line of paperLines(runs)) output.print(line);
  output.result(asJson(paperRows(runs)));
}

async function showProblems({ context, store, flags, words: [run] }: Asked): Promise<void> {
  const { output } = context;
  const choice = { failed: flags.failed === true };
  const loaded = await loadWholeRun(store, run);
  for (const line of problemLines(loaded, choice)) output.print(line);
  output.result(asJson(problemDocument(loaded, choice)));
}

/** A run, several runs, or a problem of a run. */
async function showNamed(asked: Asked): Promise<void> {
  const { context, store, flags, record, words, problems } = asked;
  const { output } = context;
  const [run] = words;
  const [problem] = problems;
  if (problem !== undefined) {
    const { showProblem } = await import('../runs/show-problem.js');
    await showProblem(context, store, { run, problem, calls: flags.calls === true });
  } else if (words.length === 1) {
    await printRun(context, store, run);
    await noteWaiting(context, [record]);
  } else {
    const { comparisonLines } = await import('../../report/compare.js');
    const runs = await loadRuns(store, words);
    for (const line of comparisonLines(runs, output.columns)) output.print(line);
    output.result(asJson(runs.map(runDocument)));
  }
}
