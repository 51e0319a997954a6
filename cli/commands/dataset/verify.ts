import type { Command } from 'commander';
import { z } from 'zod';

import type { SessionHost } from '../../../core/adapters/session';
import { exitCodes } from '../../../core/errors/errors';
import { asJson } from '../../../core/values/canonical-json';
import { plural } from '../../../core/words/plural';
import { numberIn } from '../../../lab/planning/request-members';
import { membersOf } from '../../../lab/planning/request-options';
import type { RequestOptions } from '../../../lab/planning/request-options';
import { verifyDataset } from '../../../lab/verify/verify-dataset';
import type { DatasetVerification } from '../../../lab/verify/verify-dataset';
import { withStore } from '../../../lab/with-store';
import { terminalLine } from '../../../report/terminal-safe';
import { action, word } from '../../command-context';
import type { CommandContext } from '../../command-context';
import { addFlags, readFlags } from '../../request-flags';
import { sandboxSettings, whileOpen, withSandboxFlags } from '../../with-sandbox';

const verifyOptions = {
  sample: {
    schema: numberIn({ least: 1, most: 1_000_000, whole: true }).default(20),
    value: '<n>',
    help: 'check at most n dialogues',
  },
  seed: {
    schema: numberIn({ least: 0, most: 2 ** 31 - 1, whole: true }).default(0),
    value: '<n>',
    help: 'draws the sample; another seed checks other dialogues',
  },
} as const satisfies RequestOptions;

const VerifyFlags = z.strictObject({
  ...membersOf(verifyOptions),
  backend: z.string().optional(),
});

/** `dataset verify`: `--json` gives a `DatasetVerification`; exit 1 when something differs. */
export function registerDatasetVerify(parent: Command): void {
  const command = parent
    .command('verify <run>')
    .summary('run the programs of a data set again')
    .description(
      'run the recorded executions of a sample of dialogues again in the sandbox: programs in their sessions, solutions with the tests of their problems. Compare how each ended and what it said. Exit 1 if something differs',
    );
  withSandboxFlags(addFlags(command, verifyOptions)).action(
    action(async (context, call) => {
      const flags = readFlags(VerifyFlags, call.flags, 'dataset verify --help');
      const { output } = context;
      const verification = await withStore(context, (store) =>
        withSessions(context, flags, (host) =>
          verifyDataset(store, word(call, 0), {
            ...{ sample: flags.sample, seed: flags.seed, host },
            onProgress: ({ checked, of }) => {
              output.progress([`checked ${String(checked)} of ${plural(of, 'dialogue')}`]);
            },
          }),
        ),
      );
      output.progressEnd(null);
      print(context, verification);
      output.result(asJson(verification));
      return verification.same ? exitCodes.ok : exitCodes.failures;
    }),
  );
}

function print(
  { output }: CommandContext,
  { dialogues, executed, checked, programs, tests, differences }: DatasetVerification,
): void {
  for (const { dialogue, row, step, kind, recorded, now, words } of differences) {
    output.print(
      terminalLine(
        `dialogue ${String(dialogue)} (${row}), step ${String(step)}, ${kind}: recorded ${recorded}, now ${now}`,
      ),
    );
    if (words === null) continue;
    output.print(`  recorded, line ${String(words.line)}: ${terminalLine(words.left)}`);
    output.print(`  now,      line ${String(words.line)}: ${terminalLine(words.right)}`);
  }
  output.print(
    `checked ${String(checked)} of ${plural(executed, 'dialogue')} with executions (${String(dialogues)} in all): ` +
      `${plural(programs, 'program')}, ${plural(tests, 'test run')}, ${plural(differences.length, 'difference')}`,
  );
}

/** Opens sessions for the time of a body. */
async function withSessions<T>(
  context: CommandContext,
  flags: { readonly backend?: string | undefined },
  body: (host: SessionHost) => Promise<T>,
): Promise<T> {
  const { backend } = flags;
  const options = sandboxSettings(context, backend === undefined ? {} : { backend });
  const { openSessions, reapOrphans } = await import('../../../sandbox/index.js');
  await reapOrphans(options);
  return whileOpen(context, openSessions(options), body);
}
