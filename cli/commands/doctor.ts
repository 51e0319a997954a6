import type { Command } from 'commander';

import { exitCodes } from '../../core/errors/errors';
import { diagnose } from '../../lab/diagnose';
import type { Finding } from '../../lab/diagnose';
import { endpointName } from '../../lab/endpoint-findings';
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
        const ready = isReady(findings);
        context.output.print(`\n${closingWords(findings)}`);
        context.output.result({ ready, findings: findings.map((finding) => ({ ...finding })) });
        return ready ? exitCodes.ok : exitCodes.notReady;
      }),
    );
}

const isReady = (findings: readonly Finding[]): boolean =>
  findings.every(({ ok, needed }) => ok || !needed);

/** The last line: which runs this machine is ready for. */
export function closingWords(findings: readonly Finding[]): string {
  if (!isReady(findings)) return 'Not ready: see what is missing above.';
  const hasEndpoint = findings.every(({ name, ok }) => ok || name !== endpointName);
  return hasEndpoint ? 'Ready.' : 'Ready for simulated and recorded models.';
}

/** All words have one width. `note` marks a finding that no run needs fixed. */
function wordOf({ ok, needed }: Finding): string {
  if (ok) return 'ok     ';
  return needed ? 'MISSING' : 'note   ';
}
