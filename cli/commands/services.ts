import type { Command } from 'commander';

import { exitCodes } from '../../core/errors/errors';
import { startServices } from '../../lab/services/start-services';
import { stopServices } from '../../lab/services/stop-services';
import { installUnit, uninstallUnit } from '../../lab/supervision/unit';
import { action } from '../command-context';
import { installedLines, removedLines, unitDocument } from '../terminal/unit-lines';

/** What carries these commands out. */
const carriers = { installUnit, uninstallUnit, startServices, stopServices };

/** `up` and `down`: the engine and what belongs to this state folder. */
export function registerServices(
  program: Command,
  /** Others in tests. */
  given: typeof carriers = carriers,
): void {
  program
    .command('up')
    .description('start the Temporal server, a worker and the supervisor, unless they are running')
    .option(
      '--install',
      'also install a systemd user unit, so that unfinished runs continue after a reboot',
    )
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<{ readonly install?: boolean }>(async (context, { flags }) => {
        const unit = flags.install === true ? await given.installUnit(context) : null;
        const { engine, worker } = await given.startServices(context);
        const { output } = context;
        output.print(`engine ${engine.started ? 'started' : 'found'} at ${engine.target.address}`);
        if (engine.uiUrl !== null) output.print(`its pages: ${engine.uiUrl}`);
        output.print(`worker ${worker}`);
        if (unit !== null) for (const line of installedLines(context, unit)) output.print(line);
        output.result({
          engine: engine.target.address,
          ui: engine.uiUrl,
          worker,
          unit: unit === null ? null : unitDocument(unit),
        });
        return exitCodes.ok;
      }),
    );

  program
    .command('down')
    .summary('stop all processes of this state folder')
    .description(
      'let the running model calls finish, then stop all processes of this state folder (ESPALIER_HOME); unfinished runs wait until you start the processes again',
    )
    .option('--now', 'do not wait for running model calls; you may pay for these calls again')
    .option('--uninstall', 'also remove the systemd unit of `up --install`')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<{ readonly now?: boolean; readonly uninstall?: boolean }>(
        async (context, { flags }) => {
          const unit = flags.uninstall === true ? await given.uninstallUnit(context) : null;
          const stopped = await given.stopServices(context, { now: flags.now === true });
          const { output } = context;
          if (flags.uninstall === true) for (const line of removedLines(unit)) output.print(line);
          for (const { name, how } of stopped.processes) output.print(`${name}: ${how}`);
          if (stopped.processes.length === 0) output.print('nothing was running');
          for (const run of stopped.waiting) {
            output.print(`run ${run} waits: \`espalier run resume ${run}\` goes on`);
          }
          output.result({
            stopped: stopped.processes.map(({ name }) => name),
            waiting: [...stopped.waiting],
            unit: unit === null ? null : unitDocument(unit),
          });
          return exitCodes.ok;
        },
      ),
    );
}
