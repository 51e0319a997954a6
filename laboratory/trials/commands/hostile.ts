import type { Command } from 'commander';

import { assuranceLevels } from '../../../core/schemas/verdict';
import { choiceFlag } from '../../../cli/choice-flag';
import { action, word } from '../../../cli/command-context';
import { listFlag } from '../../../cli/list-flag';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../../cli/with-sandbox';
import { firstOpinion } from '../hostile/judge-program';
import { readCorpus } from '../hostile/manifest';
import { tryCorpus } from '../hostile/try-corpus';

interface HostileFlags extends SandboxFlags {
  readonly grade: string;
  readonly programs?: string;
}

export function registerHostile(parent: Command): void {
  withSandboxFlags(
    parent
      .command('hostile <folder>')
      .description(
        'run a folder of hostile programs (manifest.json); exit 1 when one has got away with something',
      )
      .option('--grade <level>', assuranceLevels.join(', '), 'data')
      .option('--programs <a,b>', 'only these'),
  ).action(
    action<HostileFlags>(async (context, call) => {
      const { flags } = call;
      const level = choiceFlag('--grade', flags.grade, assuranceLevels);
      sandboxSettings(context, flags);
      const corpus = readCorpus(word(call, 0), listFlag(flags.programs));
      return tryCorpus(context, corpus, { flags, level, opinion: firstOpinion });
    }),
  );
}
