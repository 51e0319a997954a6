import { writeFileSync } from 'node:fs';

import type { Command } from 'commander';

import { choiceFlag } from '../choice-flag';
import { action } from '../command-context';
import { makeStateFolder } from '../../lab/make-state-folder';
import { ensureLocalEngine } from '../../lab/services/local-engine';
import { workerReadyFile } from '../../lab/services/own-worker';

interface WorkerFlags {
  readonly role: string;
  readonly managed?: boolean;
}

export function registerWorker(program: Command): void {
  program
    .command('worker')
    .description('work until stopped: workflows, model calls and sandbox runs, or one of them')
    .option('--role <role>', 'all, workflows, llm or sandbox', 'all')
    .option('--managed', 'started by another command, which waits until this one polls')
    .option('--json', 'one document on stdout')
    .action(
      action<WorkerFlags>(async (context, { flags }) => {
        const { runWorker, workerRoles } = await import('../../workers/index.js');
        const role = choiceFlag('--role', flags.role, workerRoles);
        await makeStateFolder(context.folder.root);
        const { target } = await ensureLocalEngine(context);
        await runWorker({
          settings: context.settings,
          target,
          role,
          onReady: () => {
            if (flags.managed === true) {
              writeFileSync(workerReadyFile(context.folder), String(process.pid), { mode: 0o600 });
            }
            context.output.note(`working as ${role} on ${target.address}; stop with Ctrl-C`);
          },
        });
        context.output.result({ stopped: true });
        return undefined;
      }),
    );
}
