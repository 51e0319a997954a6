import type { Command } from 'commander';

import { exitCodes } from '../../core/errors';
import { startServices } from '../../lab/services/start-services';
import { stopServices } from '../../lab/services/stop-services';
import { action } from '../command-context';

/** `up` and `down`: the engine and what belongs to this state folder. */
export function registerServices(program: Command): void {
  program
    .command('up')
    .description('start the local engine and a worker, or find them')
    .option('--json', 'one document on stdout')
    .action(
      action(async (context) => {
        const { engine, worker } = await startServices(context);
        const { output } = context;
        output.print(`engine ${engine.started ? 'started' : 'found'} at ${engine.target.address}`);
        if (engine.uiUrl !== null) output.print(`its pages: ${engine.uiUrl}`);
        output.print(`worker ${worker}`);
        output.result({ engine: engine.target.address, ui: engine.uiUrl, worker });
        return exitCodes.ok;
      }),
    );

  program
    .command('down')
    .description(
      'stop what this state folder has started, once the model calls in flight are answered; unfinished runs wait',
    )
    .option('--now', 'do not wait for model calls in flight: they may be paid for again')
    .option('--json', 'one document on stdout')
    .action(
      action<{ readonly now?: boolean }>(async (context, { flags }) => {
        const stopped = await stopServices(context, { now: flags.now === true });
        const { output } = context;
        for (const { name, how } of stopped.processes) output.print(`${name}: ${how}`);
        if (stopped.processes.length === 0) output.print('nothing was running');
        for (const run of stopped.waiting) {
          output.print(`run ${run} waits: \`espalier run resume ${run}\` goes on`);
        }
        output.result({
          stopped: stopped.processes.map(({ name }) => name),
          waiting: [...stopped.waiting],
        });
        return exitCodes.ok;
      }),
    );
}
