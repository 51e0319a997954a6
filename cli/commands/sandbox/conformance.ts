import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { textTable } from '../../../report/text-table';
import { action } from '../../command-context';
import { withSandbox, withSandboxFlags, type SandboxFlags } from '../../with-sandbox';

export function registerSandboxConformance(
  parent: Command,
  /** Where programs run; another place in tests. */
  within: typeof withSandbox = withSandbox,
): void {
  withSandboxFlags(
    parent
      .command('conformance')
      .description('run the conformance tests on this sandbox; exit 1 if one fails'),
  ).action(
    action<SandboxFlags>((context, { flags }) =>
      within({ context, flags }, async ({ sandbox, backend }) => {
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
