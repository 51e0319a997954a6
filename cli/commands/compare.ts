import type { Command } from 'commander';

import { asJson } from '../../core/values/canonical-json';
import { exitCodes } from '../../core/errors/errors';
import { withStore } from '../../lab/with-store';
import { loadWholeRun } from '../../report/load-run';
import { pairLines } from '../../report/pair-lines';
import { pairRuns } from '../../report/pair-runs';
import { action, word } from '../command-context';

/** Compares two runs of one data set, problem by problem. Reads only the store. */
export function registerCompare(program: Command): void {
  program
    .command('compare <a> <b>')
    .description(
      'compare two runs problem by problem: difference with confidence interval, significance test, problems with different outcomes, statistical power',
    )
    .option('--json', 'print one JSON document on stdout')
    .action(
      action((context, call) =>
        withStore(context, async (store) => {
          const runs = [
            await loadWholeRun(store, word(call, 0)),
            await loadWholeRun(store, word(call, 1)),
          ] as const;
          const pair = pairRuns(...runs);
          for (const line of pairLines(pair, runs)) context.output.print(line);
          context.output.result(asJson(pair));
          return exitCodes.ok;
        }),
      ),
    );
}
