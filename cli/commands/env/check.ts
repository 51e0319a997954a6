import { stat } from 'node:fs/promises';

import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import type { Store } from '../../../core/ports/records';
import type { InstanceFault } from '../../../core/repository/instance-checks';
import type { Instance } from '../../../core/schemas/environment-instance';
import { checkInstances } from '../../../lab/environments/check-instances';
import type { CheckedInstances } from '../../../lab/environments/check-instances';
import { withStore } from '../../../lab/with-store';
import { acceptedOf } from '../../../report/environments/export/export-environments';
import { exportedText, readExport } from '../../../report/environments/export/read-export';
import {
  findEnvironmentRun,
  loadRepositories,
} from '../../../report/environments/load-repositories';
import { plural } from '../../../core/words/plural';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { action, word } from '../../command-context';
import type { CommandContext } from '../../command-context';
import { withRepositoryCells } from '../../with-repository-cells';
import { withSandboxFlags } from '../../with-sandbox';
import type { SandboxFlags } from '../../with-sandbox';

interface CheckFlags extends SandboxFlags {
  readonly cells: boolean;
}

interface Checkable {
  readonly text: (sha256: string) => Promise<string | null>;
  readonly instances: readonly Instance[];
  readonly faults: readonly InstanceFault[];
}

/** `env check`: `--json` gives a `CheckedInstances`; exit 1 when there is a fault. */
export function registerEnvCheck(env: Command): void {
  withSandboxFlags(
    env
      .command('check <run>')
      .description(
        'check that the instances of a run or of an export are complete and do not reveal the solution',
      )
      .option('--no-cells', 'skip the checks that need the repositories'),
  ).action(
    action<CheckFlags>((context, call) =>
      withStore(context, async (store) => {
        const { flags } = call;
        const { instances, faults, text } = await checkable(store, word(call, 0));
        const check = { store, instances, text, note: context.note };
        const checked = flags.cells
          ? await withRepositoryCells(context, flags, (host) => checkInstances({ ...check, host }))
          : await checkInstances({ ...check, host: null });
        const all = { ...checked, faults: [...faults, ...checked.faults] };
        tell(context, all);
        return all.faults.length === 0 ? exitCodes.ok : exitCodes.failures;
      }),
    ),
  );
}

/** A folder that is there is an export. */
async function checkable(store: Store, given: string): Promise<Checkable> {
  const isFolder = await stat(given).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) {
    const run = await findEnvironmentRun(store, given);
    const built = await acceptedOf(store, await loadRepositories(store, run));
    const text = (sha256: string) => store.blobs.get(sha256).catch(() => null);
    return { instances: built.map(({ instance }) => instance), faults: [], text };
  }
  const read = await readExport(given);
  const faults = read.faults.map((words): InstanceFault => ({
    instance: given,
    check: 'schema',
    words,
  }));
  return { instances: read.instances, faults, text: (sha256) => exportedText(given, sha256) };
}

function tell({ output }: CommandContext, checked: CheckedInstances): void {
  const { instances, inCells, faults } = checked;
  const rows = faults.map(({ instance, check, words }) =>
    [check, instance, words].map(terminalLine),
  );
  for (const line of textTable(rows)) output.print(line);
  output.print(
    `${plural(instances, 'instance')}, ${String(inCells)} looked at in their repositories: ${plural(faults.length, 'fault')}`,
  );
  output.result(asJson(checked));
}
