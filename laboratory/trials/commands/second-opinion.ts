import type { Command } from 'commander';

import { assuranceLevels } from '../../../core/schemas/verdict';
import { choiceFlag } from '../../../cli/choice-flag';
import { action, word } from '../../../cli/command-context';
import { listFlag } from '../../../cli/list-flag';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../../cli/with-sandbox';
import { secondOpinion } from '../hostile/judge-program';
import { readCorpus } from '../hostile/manifest';
import { tryCorpus } from '../hostile/try-corpus';

interface SecondOpinionFlags extends SandboxFlags {
  readonly grade: string;
  readonly programs?: string;
}

export function registerSecondOpinion(parent: Command): void {
  withSandboxFlags(
    parent
      .command('second-opinion <folder>')
      .description(
        'check a folder of hostile programs as grading does: what was stopped runs again, alone, in the same cell',
      )
      .option('--grade <level>', assuranceLevels.join(', '), 'data')
      .option('--programs <a,b>', 'only these'),
  ).action(
    action<SecondOpinionFlags>(async (context, call) => {
      const { flags } = call;
      const level = choiceFlag('--grade', flags.grade, assuranceLevels);
      sandboxSettings(context, flags);
      const corpus = readCorpus(word(call, 0), listFlag(flags.programs));
      // Whether there is a second run is the first one's doing here, and nobody else's.
      const programs = corpus.programs.map((one) => ({ ...one, twice: null, beside: null }));
      return tryCorpus(context, { ...corpus, programs }, { flags, level, opinion: secondOpinion });
    }),
  );
}
