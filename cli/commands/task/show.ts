import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { knownChecks } from '../../../lab/tasks/known-checks';
import { loadTasks } from '../../../lab/tasks/load-tasks';
import { taskFacts, taskText } from '../../../lab/tasks/task-facts';
import type { TaskFacts } from '../../../lab/tasks/task-facts';
import { withStore } from '../../../lab/with-store';
import { terminalLine, terminalSafe } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { action, word } from '../../command-context';

/** `task show`: `--json` gives a `TaskFacts` with `text`. */
export function registerTaskShow(parent: Command): void {
  parent
    .command('show <file> <id>')
    .description('show one task as models see it, and how it is installed and judged')
    .option('--task-specs <file>', 'as in `run start`')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action<{ readonly taskSpecs?: string }>((context, call) =>
        withStore(context, async (store) => {
          const { output, settings } = context;
          const { taskSpecs } = call.flags;
          const ids = [word(call, 1)];
          const { dataset, tasks } = await loadTasks(settings, {
            file: word(call, 0),
            taskSpecs,
            ids,
          });
          const checks = await knownChecks(store, dataset);
          for (const task of tasks) {
            const facts = taskFacts(task, checks.get(task.problem.id) ?? null);
            for (const line of textTable(rowsOf(facts).map((row) => row.map(terminalLine))))
              output.print(line);
            const text = taskText(task);
            output.printExactly(`\n${terminalSafe(text)}`);
            output.result(asJson({ ...facts, text }));
          }
          return exitCodes.ok;
        }),
      ),
    );
}

function rowsOf(facts: TaskFacts): readonly (readonly string[])[] {
  const { runner, check } = facts;
  const variables = Object.entries(runner.environment).map(([name, value]) => `${name}=${value}`);
  const command = runner.kind === 'pytest' ? ['python', '-m', 'pytest'] : ['python'];
  return [
    ['task', facts.id],
    ['repository', facts.address ?? facts.repository],
    ['commit', facts.commit],
    ['index until', facts.until ?? 'the day of the commit'],
    ['python', facts.python ?? 'as the repository asks'],
    ['requirements', facts.requirements.join(' ') || 'as the repository asks'],
    ['image', facts.image ?? 'none'],
    ['tests', [...variables, ...command, ...runner.arguments].join(' ')],
    ['test files', facts.testFiles.join(' ')],
    ['parser of logs', facts.logParser],
    ['fail to pass', String(facts.failToPass)],
    ['pass to pass', String(facts.passToPass)],
    ['gold patch', facts.gold ? 'yes' : 'no'],
    ['checked', check === null ? 'not yet: espalier task check' : `${check.status} ${check.why}`],
  ];
}
