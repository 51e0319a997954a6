import { resolve } from 'node:path';

import type { Command } from 'commander';

import { exitCodes } from '../../../core/errors/errors';
import { countText, plural } from '../../../core/words/plural';
import { instanceBank } from '../../../lab/environments/instance-bank';
import { checkBankFile, writeBank } from '../../../lab/environments/write-bank';
import type { BankTally } from '../../../lab/environments/write-bank';
import { environmentInstances } from '../../../lab/planning/environment-dataset';
import { runOptions } from '../../../lab/planning/run-options';
import { withStore } from '../../../lab/with-store';
import { findEnvironmentRun } from '../../../report/environments/load-repositories';
import { action, word } from '../../command-context';
import { requestFlag } from '../../request-flags';
import { parseRunNumber } from '../../run-flags';
import { sandboxSettings, whileOpen, withSandbox, withSandboxFlags } from '../../with-sandbox';
import type { SandboxFlags } from '../../with-sandbox';

interface BankFlags extends SandboxFlags {
  readonly limit?: string;
}

/** `env bank`: `--json` gives {problems, right, wrong, doubtful}. */
export function registerEnvBank(env: Command): void {
  withSandboxFlags(
    env
      .command('bank <run> <file>')
      .addOption(
        requestFlag('limit', { ...runOptions.limit, help: 'use only the first n instances' }),
      )
      .description(
        'write a bank of graded correct and wrong programs for the instances of a run, for --model simulated:FILE or recorded:FILE',
      ),
  ).action(
    action<BankFlags>((context, call) =>
      withStore(context, async (store) => {
        const file = resolve(word(call, 1));
        const { openRepositoryCells, repositoryTools, withHarness } =
          await import('../../../sandbox/index.js');
        const settings = sandboxSettings(context, call.flags);
        const limit = parseRunNumber('limit', call.flags.limit);
        const { record } = await findEnvironmentRun(store, word(call, 0));
        const all = await environmentInstances(store, record.id);
        const instances = all.slice(0, limit);
        await checkBankFile(file);
        return withSandbox({ context, flags: call.flags }, ({ retrying, backend }) =>
          whileOpen(context, openRepositoryCells({ ...settings, backend }), async (host) => {
            const { environments } = store;
            const sandbox = withHarness(retrying, {
              ...{ environments, tools: repositoryTools() },
              host: async () => host,
            });
            const banks = instanceBank(instances, { host, sandbox });
            const tally = await writeBank(file, banks, ({ problems }) => {
              context.output.note(
                `${countText(problems)} of ${plural(instances.length, 'problem')}`,
              );
            });
            context.output.print(bankText(file, tally));
            context.output.result({ ...tally });
            return exitCodes.ok;
          }),
        );
      }),
    ),
  );
}

/** What was written, and what was not. */
export function bankText(file: string, { problems, right, wrong, doubtful }: BankTally): string {
  const out = `; ${String(doubtful)} left out, of which two runs did not agree`;
  return `${file}: ${countText(right)} right and ${countText(wrong)} wrong programs for ${plural(problems, 'problem')}${doubtful === 0 ? '' : out}`;
}
