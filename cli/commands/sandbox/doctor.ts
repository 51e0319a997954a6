import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { action } from '../../command-context';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../with-sandbox';

export function registerSandboxDoctor(parent: Command): void {
  withSandboxFlags(
    parent
      .command('doctor')
      .description('report the isolation that each backend reaches; exit 3 if it is insufficient'),
  ).action(
    action<SandboxFlags>(async (context, { flags }) => {
      const { output } = context;
      const options = sandboxSettings(context, flags);
      const { probeSandboxes, userFindings } = await import('../../../sandbox/index.js');
      const found = await probeSandboxes(options);
      const findings = [...found, ...userFindings()];
      for (const { name, ok, detail, remedy } of findings) {
        output.print(`${ok ? 'ok     ' : 'MISSING'}  ${name}: ${detail}`);
        if (!ok && remedy !== undefined) output.print(`         ${remedy}`);
      }
      // The first finding sums up the others; one that is not wanted may be missing.
      const ready = found[0]?.ok === true;
      output.print(ready ? '\nReady.' : '\nNot ready: no program is run with less.');
      output.result(asJson({ ready, findings }));
      return ready ? exitCodes.ok : exitCodes.notReady;
    }),
  );
}
