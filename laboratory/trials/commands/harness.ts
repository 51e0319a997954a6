import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes, UsageError } from '../../../core/errors/errors';
import { action } from '../../../cli/command-context';
import { choiceFlag } from '../../../cli/choice-flag';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../../cli/with-sandbox';
import { terminalLine } from '../../../report/terminal-safe';
import { openRepositoryCells } from '../../../sandbox';
import { HarnessTrial } from '../harness/harness-trial';
import { gradeCheats, gradeGoldAndNone, gradeHostile } from '../harness/suites';
import type { Graded, OnGraded } from '../harness/suites';
import { withTrial } from '../with-trial';

const suites = ['cheats', 'gold-nop', 'hostile'] as const;

interface HarnessFlags extends SandboxFlags {
  readonly suite: string;
  readonly programs?: string;
}

export function registerHarness(parent: Command): void {
  withSandboxFlags(
    parent
      .command('harness')
      .description(
        'candidates in the place of a definition, graded by a harness; exit 1 when one passes that should not, or the other way',
      )
      .option('--suite <name>', suites.join(', '), 'cheats')
      .option('--programs <folder>', 'of hostile programs (manifest.json), for --suite hostile'),
  ).action(
    action<HarnessFlags>(async (context, { flags }) => {
      const suite = choiceFlag('--suite', flags.suite, suites);
      const settings = sandboxSettings(context, flags);
      const { programs } = flags;
      if ((suite === 'hostile') !== (programs !== undefined)) {
        throw new UsageError(
          '--programs and --suite hostile go together',
          'Give both, or neither of them',
          { code: 'BAD_FLAG' },
        );
      }
      return withTrial({ context, flags }, async ({ sandbox }) => {
        const host = await openRepositoryCells({ ...settings, backend: sandbox.backend, slots: 1 });
        const all: Graded[] = [];
        const onGraded: OnGraded = (graded) => {
          all.push(graded);
          const { target, candidate, outcome, ok } = graded;
          context.output.note(
            terminalLine(`${ok ? 'ok' : 'WRONG'}  ${target}  ${candidate}: ${outcome.kind}`),
          );
        };
        try {
          const trial = new HarnessTrial(sandbox, host);
          if (suite === 'cheats') await gradeCheats(trial, onGraded);
          else if (suite === 'gold-nop') await gradeGoldAndNone(trial, onGraded);
          else await gradeHostile(trial, programs ?? '', onGraded);
        } finally {
          await host.close();
        }
        const wrong = all.filter(({ ok }) => !ok);
        const passed = all.filter(({ outcome }) => outcome.kind === 'passed');
        const tally = { graded: all.length, passed: passed.length, wrong: wrong.length };
        context.output.print(
          `${suite}: ${String(all.length)} graded, ${String(passed.length)} passed, ${String(wrong.length)} wrong`,
        );
        context.output.result(asJson({ suite, ...tally, all }));
        return wrong.length === 0 ? exitCodes.ok : exitCodes.failures;
      });
    }),
  );
}
