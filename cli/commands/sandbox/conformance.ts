import type { Command } from 'commander';

import { asJson } from '../../../core/canonical-json';
import { exitCodes } from '../../../core/errors';
import { textTable } from '../../../report/text-table';
import { action } from '../../command-context';
import { withTrial, withTrialFlags, type TrialFlags } from './trial';

export function registerSandboxConformance(parent: Command): void {
  withTrialFlags(
    parent
      .command('conformance')
      .description('what every sandbox has to do, tried on this one; exit 1 when a case fails'),
  ).action(
    action<TrialFlags>((context, { flags }) =>
      withTrial({ context, flags }, async ({ sandbox, backend }) => {
        const { output } = context;
        const { sandboxConformance } = await import('../../../sandbox/index.js');
        output.note(`conformance of ${backend}`);
        const results = await sandboxConformance(sandbox);
        const rows = results.map(({ name, ok, detail }) => [
          ok ? 'ok' : 'FAILED',
          name,
          ok ? '' : detail,
        ]);
        for (const line of textTable(rows)) output.print(line);
        const failed = results.filter(({ ok }) => !ok).length;
        output.print(`\n${results.length - failed} of ${results.length} cases as they have to be`);
        output.result(asJson({ provider: backend, failed, results }));
        return failed === 0 ? exitCodes.ok : exitCodes.failures;
      }),
    ),
  );
}
