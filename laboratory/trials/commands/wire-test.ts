import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { terminalLine } from '../../../report/terminal-safe';
import { action } from '../../../cli/command-context';
import { parseNumber, wholeFlag } from '../../../cli/parse-number';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../../cli/with-sandbox';
import { runWireTest } from '../wire-test';
import { withTrial } from '../with-trial';

interface WireFlags extends SandboxFlags {
  readonly trees?: string;
  readonly seed?: string;
}

export function registerWireTest(parent: Command): void {
  withSandboxFlags(
    parent
      .command('wire-test')
      .description(
        'whether every value keeps its type and value between the boxes; exit 1 when one does not',
      )
      .option('--trees <n>', 'random values', '20000')
      .option('--seed <n>', 'of the random values', '0'),
  ).action(
    action<WireFlags>(async (context, { flags }) => {
      sandboxSettings(context, flags);
      const trees = wholeFlag('trees', flags.trees, 20_000);
      const seed = parseNumber('seed', flags.seed, { least: 0, whole: true }) ?? 0;
      return withTrial({ context, flags, wish: { slots: 1 } }, async ({ sandbox, backend }) => {
        const { output } = context;
        output.note(`${trees} random values, in a box of ${backend}`);
        const report = await runWireTest(sandbox, { trees, seed });
        const { values, faults } = report;
        for (const fault of faults) output.print(`FAULT  ${terminalLine(fault)}`);
        output.print(
          `${values} listed values and ${report.trees} random ones, ${backend}: ` +
            (faults.length === 0 ? 'all arrived as they were sent' : `${faults.length} faults`),
        );
        output.result(asJson({ provider: backend, ...report }));
        return faults.length === 0 ? exitCodes.ok : exitCodes.failures;
      });
    }),
  );
}
