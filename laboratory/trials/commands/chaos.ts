import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes, UsageError } from '../../../core/errors/errors';
import type { ExitCode } from '../../../core/errors/errors';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { action, type CommandContext } from '../../../cli/command-context';
import { wordsFlag } from '../../../cli/list-flag';
import { wholeFlag } from '../../../cli/parse-number';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../../cli/with-sandbox';
import { runChaos, type ChaosResult } from '../chaos';
import { chaosTargets, type ChaosTarget } from '../chaos-strike';
import { withTrial } from '../with-trial';

interface ChaosFlags extends SandboxFlags {
  readonly kill: string;
  readonly programs?: string;
  readonly stopDaemon?: string;
  readonly startDaemon?: string;
}

export function registerChaos(parent: Command): void {
  withSandboxFlags(
    parent
      .command('chaos')
      .description(
        'kill parts of a cell during a batch: no verdict is lost, doubled or changed; exit 1 when one is',
      )
      .option(
        '--kill <a,b>',
        'outer, Z, P, host (bubblewrap itself, or the container), candidate, checker (boxes of a running program), daemon',
        'outer,Z,P,host,candidate,checker',
      )
      .option('--programs <n>', 'in each batch', '60')
      .option('--stop-daemon <command>', 'with --kill daemon: takes the Docker engine away')
      .option('--start-daemon <command>', 'with --kill daemon: brings it back, 2 s later'),
  ).action(
    action<ChaosFlags>(async (context, { flags }) => {
      sandboxSettings(context, flags);
      const targets = wordsFlag('--kill', flags.kill, chaosTargets);
      const programs = wholeFlag('programs', flags.programs, 60);
      const daemon = await daemonCommands(flags, targets);
      return withTrial({ context, flags }, async ({ sandbox, backend, search, slots: workers }) => {
        const results: ChaosResult[] = [];
        for (const target of targets) {
          context.output.note(`killing ${target}`);
          results.push(await runChaos(target, { sandbox, search, workers, programs, daemon }));
        }
        return report(context, backend, results);
      });
    }),
  );
}

async function daemonCommands(
  { backend, stopDaemon: stop, startDaemon: start }: ChaosFlags,
  targets: readonly ChaosTarget[],
): Promise<{ readonly stop: string; readonly start: string } | undefined> {
  if (!targets.includes('daemon')) return undefined;
  const { backendRows } = await import('../../../sandbox/index.js');
  const rows = backendRows.filter(({ daemon }) => daemon !== null);
  if (!rows.some(({ name }) => name === backend)) {
    throw new UsageError(
      `--kill daemon is about ${rows.map(({ daemon }) => daemon).join(' or ')}`,
      `Give --backend ${rows.map(({ name }) => name).join(' or ')} with it`,
    );
  }
  if (stop !== undefined && start !== undefined) return { stop, start };
  throw new UsageError(
    '--kill daemon needs to know how',
    'Give --stop-daemon and --start-daemon, e.g. "systemctl kill -s KILL docker" and "systemctl start docker"',
  );
}

function report(
  { output }: CommandContext,
  backend: string,
  results: readonly ChaosResult[],
): ExitCode {
  const ms = (value: number | null): string => (value === null ? '-' : `${value.toFixed(0)} ms`);
  const rows = results.map((one) => [
    one.target,
    `${one.answered}/${one.programs}`,
    String(one.wrong.length),
    String(one.asked),
    ms(one.noticedMs),
    ms(one.goneMs),
  ]);
  const head = ['killed', 'answered', 'wrong', 'asked again', 'told after', 'gone after'];
  for (const line of textTable([head, ...rows])) output.print(line);
  const faults = results.flatMap(({ target, faults: own }) =>
    own.map((fault) => `${target}: ${fault}`),
  );
  for (const fault of faults) output.print(`FAULT  ${terminalLine(fault)}`);
  output.print(`${backend}: ${faults.length === 0 ? 'ok' : `${faults.length} faults`}`);
  output.result(asJson({ provider: backend, results }));
  return faults.length === 0 ? exitCodes.ok : exitCodes.failures;
}
