import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { auditTasks } from '../../../lab/tasks/audit-tasks';
import { loadTasks } from '../../../lab/tasks/load-tasks';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { action, word } from '../../command-context';
import { listFlag } from '../../list-flag';

interface AuditFlags {
  readonly ids?: string;
  readonly taskSpecs?: string;
}

/** `task audit`: `--json` gives a list of `AuditedTask`; exit 1 when a task has no environment, or a leaking one. */
export function registerTaskAudit(parent: Command): void {
  parent
    .command('audit <file>')
    .description(
      'install the environments of tasks, and check that they hold nothing of what came after the commits. Exit 1 if one cannot be used',
    )
    .option('--ids <ids>', 'audit only these tasks, separated by commas')
    .option('--task-specs <file>', 'as in `run start`')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<AuditFlags>(async (context, call) => {
        const { output, settings } = context;
        const { ids: typed, taskSpecs } = call.flags;
        const ids = typed === undefined ? undefined : listFlag(typed);
        const { tasks } = await loadTasks(settings, { file: word(call, 0), taskSpecs, ids });
        const { createDependencies } = await import('../../../workers/dependencies.js');
        const dependencies = await createDependencies(settings, {
          say: (line) => output.progress([line]),
        });
        try {
          const audited = await auditTasks(
            tasks,
            (source) => dependencies.taskEnvironments.of(source),
            (done) => {
              output.progress([`environments: ${String(done)} of ${String(tasks.length)}`]);
            },
          );
          output.progressEnd(null);
          const rows = audited.map(({ id, status, why }) =>
            [id, status, why.slice(0, 200)].map(terminalLine),
          );
          for (const line of textTable([['task', 'environment', 'why'], ...rows]))
            output.print(line);
          output.result(asJson(audited));
          return audited.every(({ status }) => status === 'ok') ? exitCodes.ok : exitCodes.failures;
        } finally {
          await dependencies.close();
        }
      }),
    );
}
