import type { Command } from 'commander';

import { asJson } from '../../core/values/canonical-json';
import { exitCodes } from '../../core/errors/errors';
import { listRuns } from '../../lab/runs/list-runs';
import type { ListedRun } from '../../lab/runs/list-runs';
import { withStore } from '../../lab/with-store';
import { textTable } from '../../report/text-table';
import { action } from '../command-context';
import { noteWaiting } from '../runs/note-waiting';

/** Reads records: it works with everything else stopped. */
export function registerRunList(parent: Command): void {
  parent
    .command('list')
    .description('list the runs of this state folder, newest first')
    .option('--json', 'print one JSON document on stdout')
    .action(
      action((context) =>
        withStore(context, async (store) => {
          const rows = await listRuns(store);
          if (rows.length === 0)
            context.output.print('No runs yet: see `espalier run start --help`');
          else for (const line of listLines(rows)) context.output.print(line);
          await noteWaiting(context, await store.runs.runs());
          context.output.result(asJson(rows));
          return exitCodes.ok;
        }),
      ),
    );
}

function listLines(rows: readonly ListedRun[]): readonly string[] {
  return textTable([
    ['run', 'status', 'done', 'solved', 'created'],
    ...rows.map(({ run, status, completed, total, solved, created }) => [
      run,
      status,
      `${String(completed)}/${String(total)}`,
      solved === null ? '-' : String(solved),
      created.slice(0, 16).replace('T', ' '),
    ]),
  ]);
}
