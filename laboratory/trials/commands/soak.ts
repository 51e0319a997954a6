import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { textTable } from '../../../report/text-table';
import { action } from '../../../cli/command-context';
import { wholeFlag } from '../../../cli/parse-number';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../../cli/with-sandbox';
import { runSoak } from '../soak';
import { withTrial } from '../with-trial';

interface SoakFlags extends SandboxFlags {
  readonly programs?: string;
}

export function registerSoak(parent: Command): void {
  withSandboxFlags(
    parent
      .command('soak')
      .description(
        'many programs through one cell: descriptors, memory and rate stay; exit 1 when they do not',
      )
      .option('--programs <n>', 'how many', '20000'),
  ).action(
    action<SoakFlags>(async (context, { flags }) => {
      sandboxSettings(context, flags);
      const programs = wholeFlag('programs', flags.programs, 20_000);
      const { output } = context;
      // The cell that is measured lives until the end.
      const wish = { slots: 1, programsPerCell: 2 * programs + 10_000 };
      return withTrial({ context, flags, wish }, async ({ sandbox, backend, search }) => {
        const result = await runSoak({
          sandbox,
          search,
          programs,
          onProgress: (done) => output.progress([`${done}/${programs} programs`]),
        });
        output.progressEnd([`${programs} programs`]);
        const { first, last, firstRate, lastRate, faults } = result;
        const row = (name: string, from: number | null, to: number | null): string[] => [
          name,
          from === null ? '-' : from.toFixed(0),
          to === null ? '-' : to.toFixed(0),
        ];
        const table = textTable([
          ['', 'first', 'last'],
          row('resident size of P, kB', first.protocolKb, last.protocolKb),
          row('resident size of Z, kB', first.zygoteKb, last.zygoteKb),
          row('descriptors of P', first.protocolDescriptors, last.protocolDescriptors),
          row('descriptors of Z', first.zygoteDescriptors, last.zygoteDescriptors),
          row('programs a second', firstRate, lastRate),
        ]);
        for (const line of table) output.print(line);
        for (const fault of faults) output.print(`FAULT  ${fault}`);
        output.print(
          `${programs} programs, ${backend}: ${faults.length === 0 ? 'ok' : 'not as it was'}`,
        );
        output.result(asJson({ provider: backend, ...result }));
        return faults.length === 0 ? exitCodes.ok : exitCodes.failures;
      });
    }),
  );
}
