import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { taskFacts } from '../../../lab/tasks/task-facts';
import { knownChecks } from '../../../lab/tasks/known-checks';
import { loadTasks } from '../../../lab/tasks/load-tasks';
import { plural } from '../../../core/words/plural';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { withStore } from '../../../lab/with-store';
import { action, word } from '../../command-context';

const head = ['task', 'repository', 'python', 'F2P', 'P2P', 'image', 'checked'];

/** `task list`: `--json` gives `{dataset, sha256, tasks, refused}`. */
export function registerTaskList(parent: Command): void {
  parent
    .command('list <file>')
    .description(
      'list the tasks of a file, what a check found of them, and the rows that cannot be used',
    )
    .option('--task-specs <file>', 'as in `run start`')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<{ readonly taskSpecs?: string }>((context, call) =>
        withStore(context, async (store) => {
          const { output, settings } = context;
          const file = word(call, 0);
          const loaded = await loadTasks(settings, { file, taskSpecs: call.flags.taskSpecs });
          const { dataset, tasks } = loaded;
          const checks = await knownChecks(store, dataset);
          const facts = tasks.map((task) => taskFacts(task, checks.get(task.problem.id) ?? null));
          const rows = facts.map(
            ({ id, repository, python, failToPass, passToPass, image, check }) =>
              [
                ...[id, repository, python ?? '-', String(failToPass), String(passToPass)],
                ...[image ?? '-', check?.status ?? '-'],
              ].map(terminalLine),
          );
          for (const line of textTable([head, ...rows])) output.print(line);
          const refused = dataset.refused ?? [];
          output.print(`${plural(tasks.length, 'task')}, ${plural(refused.length, 'row')} refused`);
          for (const { id, reason } of refused)
            output.print(terminalLine(`  ${id === '' ? 'no id' : id}: ${reason}`));
          output.result(
            asJson({ dataset: dataset.name, sha256: dataset.sha256, tasks: facts, refused }),
          );
          return exitCodes.ok;
        }),
      ),
    );
}
