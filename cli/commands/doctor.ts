import type { Command } from 'commander';

import { exitCodes } from '../../core/errors/errors';
import { diagnose } from '../../lab/diagnose';
import type { Finding } from '../../lab/diagnose';
import { action } from '../command-context';

export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'check this machine: list the components that are ready, the components that are missing, and how to fix each missing component',
    )
    .option('--json', 'print one JSON document on stdout')
    .action(
      action(async (context) => {
        const findings = await diagnose(context);
        for (const finding of findings) {
          const { name, ok, detail, remedy } = finding;
          context.output.print(`${wordOf(finding)}  ${name}: ${detail}`);
          if (!ok && remedy !== undefined) context.output.print(`         ${remedy}`);
        }
        const ready = findings.every(({ ok, needed }) => ok || !needed);
        context.output.print(ready ? '\nReady.' : '\nNot ready: see what is missing above.');
        context.output.result({ ready, findings: findings.map((finding) => ({ ...finding })) });
        return ready ? exitCodes.ok : exitCodes.notReady;
      }),
    );
}

/** All words have one width. `note` marks a finding that no run needs fixed. */
function wordOf({ ok, needed }: Finding): string {
  if (ok) return 'ok     ';
  return needed ? 'MISSING' : 'note   ';
}
