import type { Command } from 'commander';

import { choiceFlag } from '../choice-flag';
import { action } from '../command-context';
import { makeStateFolder } from '../../lab/make-state-folder';
import { ensureLocalEngine } from '../../lab/services/ensure-local-engine';

interface WorkerFlags {
  readonly role: string;
}

/** They are large, and loaded only when one is to run. */
const loadWorkers = () => import('../../workers/index.js');
type Workers = Awaited<ReturnType<typeof loadWorkers>>;

/** What carries the command out. */
interface Carriers extends Pick<Workers, 'runWorker'> {
  readonly ensureLocalEngine: typeof ensureLocalEngine;
}

const carriers: Carriers = {
  ensureLocalEngine,
  runWorker: async (options) => (await loadWorkers()).runWorker(options),
};

export function registerWorker(
  program: Command,
  /** Others in tests. */
  given: Carriers = carriers,
): void {
  program
    .command('worker')
    .description(
      'run a worker until it is stopped; a worker executes workflows, model calls and sandbox runs',
    )
    .option('--role <role>', 'work to do: all, workflows, llm or sandbox', 'all')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<WorkerFlags>(async (context, { flags }) => {
        const { workerRoles } = await loadWorkers();
        const role = choiceFlag('--role', flags.role, workerRoles);
        await makeStateFolder(context.folder.root);
        const { target } = await given.ensureLocalEngine(context);
        await given.runWorker({
          settings: context.settings,
          target,
          role,
          onReady: () => {
            context.output.note(`working as ${role} on ${target.address}; stop with Ctrl-C`);
          },
        });
        context.output.result({ stopped: true });
        return undefined;
      }),
    );
}
