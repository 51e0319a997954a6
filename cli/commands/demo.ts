import type { Command } from 'commander';

import type { Store } from '../../core/ports/records';
import { loadAttempts } from '../../report/load-attempts';
import { attemptLines } from '../../report/attempt-lines';
import { withStore } from '../../lab/with-store';
import { action } from '../command-context';
import type { CommandContext } from '../command-context';
import { followRun } from '../runs/follow-run';
import { printRun } from '../runs/run-face';
import { planRun } from '../../lab/planning/plan-run';
import { parseRunFlags, runFlag } from '../run-flags';
import { startRun } from '../../lab/runs/start-run';
import { instructiveAttempt } from '../runs/instructive-attempt';

export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description(
      'run CodeTree on the bundled problems with the simulated model; needs no key and no download',
    )
    .addOption(runFlag('fresh', 'show the finished demo again'))
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<{ readonly fresh?: string }>(async (context, { flags }) => {
        const plan = await planRun(
          parseRunFlags(
            {
              dataset: 'bundled',
              method: 'code-tree',
              model: 'simulated',
              budget: '10',
              concurrency: '4',
              ...(flags.fresh === undefined ? {} : { fresh: flags.fresh }),
            },
            'demo',
          ),
          context.settings,
        );
        const { output } = context;
        output.note(
          'CodeTree search on the bundled problems, with the simulated model (no key needed)',
        );
        return withStore(context, async (store) => {
          const { record, services } = await startRun(context, store, plan);
          if (services === null) {
            output.note(`this demo is ${record.status} already; --fresh NAME runs it again`);
          } else {
            await followRun(context, { store, services, record });
          }
          const code = await printRun(context, store, record.id);
          await printTree(context, store, record.id);
          return code;
        });
      }),
    );
}

async function printTree({ output }: CommandContext, store: Store, run: string): Promise<void> {
  const problem = instructiveAttempt(await store.runs.attempts(run))?.problem;
  if (problem === undefined) return;
  output.print(`\nThe tree of ${problem}:\n`);
  for (const attempt of await loadAttempts(store, { run, problem })) {
    for (const line of await attemptLines(store.blobs, attempt)) output.print(line);
  }
  const next = [
    ['every prompt and reply of this tree', `run show ${run} ${problem} --calls`],
    ['the table again', `run show ${run}`],
    [
      'a tree that grows on the screen',
      `solve --dataset bundled --problem ${problem} --model simulated --seed 1`,
    ],
    ['the address of the engine\u2019s own pages', 'up'],
    ['stop what was started', 'down'],
  ];
  output.print('\nWhere to look next:');
  for (const [what = '', command = ''] of next) {
    output.print(`  ${what}`);
    output.print(`    npx espalier ${command}`);
  }
}
