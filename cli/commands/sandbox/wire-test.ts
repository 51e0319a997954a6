import type { Command } from 'commander';

import { exitCodes } from '../../../core/errors';
import { terminalLine } from '../../../report/terminal-safe';
import { action } from '../../command-context';
import { parseNumber } from '../../parse-number';
import {
  asJson,
  trialSettings,
  wholeFlag,
  withTrial,
  withTrialFlags,
  type TrialFlags,
} from './trial';

interface WireFlags extends TrialFlags {
  readonly trees?: string;
  readonly seed?: string;
}

export function registerSandboxWireTest(parent: Command): void {
  withTrialFlags(
    parent
      .command('wire-test')
      .description(
        'whether every value keeps its type and value between the boxes; exit 1 when one does not',
      )
      .option('--trees <n>', 'random values', '20000')
      .option('--seed <n>', 'of the random values', '0'),
  ).action(
    action<WireFlags>(async (context, { flags }) => {
      trialSettings(context, flags);
      const trees = wholeFlag('trees', flags.trees, 20_000);
      const seed = parseNumber('seed', flags.seed, { least: 0, whole: true }) ?? 0;
      return withTrial({ context, flags, wish: { slots: 1 } }, async ({ sandbox, provider }) => {
        const { output } = context;
        const { runWireTest } = await import('../../../sandbox/trials/index.js');
        output.note(`${trees} random values, in a box of ${provider}`);
        const report = await runWireTest(sandbox, { trees, seed });
        for (const [name, value] of Object.entries(report)) {
          output.print(`${terminalLine(name)}: ${terminalLine(JSON.stringify(value))}`);
        }
        output.result(asJson({ provider, ...report }));
        return report.ok ? exitCodes.ok : exitCodes.failures;
      });
    }),
  );
}
