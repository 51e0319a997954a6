import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes, NotReadyError } from '../../../core/errors/errors';
import { textTable } from '../../../report/text-table';
import { action } from '../../../cli/command-context';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../../cli/with-sandbox';
import { runMemscan } from '../memscan';
import { withTrial } from '../with-trial';

export function registerMemscan(parent: Command): void {
  withSandboxFlags(
    parent
      .command('memscan')
      .description(
        'look for test texts in the memory of the process that programs are forked from (as root)',
      ),
  ).action(
    action<SandboxFlags>(async (context, { flags }) => {
      sandboxSettings(context, flags);
      const { output } = context;
      if (process.getuid?.() !== 0) {
        throw new NotReadyError('memscan reads the memory of other processes', 'Run it as root', {
          code: 'MEMSCAN_REFUSED',
        });
      }
      return withTrial(
        { context, flags, wish: { slots: 1 } },
        async ({ sandbox, backend, search }) => {
          const result = await runMemscan(sandbox, search);
          const rows = [
            ...result.idle.map((one) => ['after the programs', one] as const),
            ...result.busy.map((one) => ['while a test runs', one] as const),
          ].map(([when, { name, copies, readBytes }]) => [
            when,
            name,
            `${copies} copies`,
            `${(readBytes / 1048576).toFixed(1)} MiB read`,
          ]);
          for (const line of textTable(rows)) output.print(line);
          for (const fault of result.faults) output.print(`FAULT  ${fault}`);
          const ok = result.faults.length === 0;
          output.print(
            `${result.programs} programs graded, ${backend}: ${ok ? 'ok' : 'a text was seen'}`,
          );
          output.result(asJson({ provider: backend, ...result }));
          return ok ? exitCodes.ok : exitCodes.failures;
        },
      );
    }),
  );
}
