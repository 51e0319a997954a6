import type { Command } from 'commander';

import { exitCodes } from '../../core/errors';
import { loadAttempts } from '../../report/attempt-report';
import { attemptTreeLines } from '../../report/attempt-tree';
import { action, withStore } from '../command-context';
import { planRun } from '../run-config';
import { parseRunFlags } from '../run-flags';
import { followRun, recordRun, startWork } from '../start-run';

/** Of the bundled problems, one whose tree shows a refinement. */
const shownProblem = 'Bundled/3';

export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('CodeTree on the bundled problems with the simulated model: no key, no download')
    .option('--json', 'one document on stdout')
    .action(
      action(async (context) => {
        const { output } = context;
        output.note(
          'CodeTree search on the bundled problems, with the simulated model (no key needed)',
        );
        const plan = await planRun(
          parseRunFlags({
            dataset: 'bundled',
            method: 'code-tree',
            model: 'simulated',
            budget: '10',
            concurrency: '4',
            seed: '0',
            samples: '1',
          }),
          context.settings,
        );
        return withStore(context, async (store) => {
          const run = await recordRun(context, store, plan);
          const services = await startWork(context, run, plan.concurrency);
          try {
            const code = await followRun(context, { store, services, run: run.id });
            output.print(`\nThe tree of ${shownProblem}:\n`);
            for (const attempt of await loadAttempts(store, {
              run: run.id,
              problem: shownProblem,
            })) {
              for (const line of await attemptTreeLines(store.blobs, attempt)) output.print(line);
            }
            output.print('\nWhere to look next:');
            output.print(`  npx espalier run show ${run.id}                 the table again`);
            output.print(
              `  npx espalier run show ${run.id} ${shownProblem} --calls   every prompt and reply`,
            );
            output.print(
              '  npx espalier solve --dataset bundled --problem Bundled/0 --model simulated',
            );
            output.print(
              '  npx espalier up        prints the address of the engine\u2019s own pages',
            );
            output.print('  npx espalier down      stops what was started');
            return code === exitCodes.failures ? exitCodes.failures : exitCodes.ok;
          } finally {
            await services.close();
          }
        });
      }),
    );
}
