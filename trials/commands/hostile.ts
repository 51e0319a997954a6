import type { Command } from 'commander';

import { plantInEnvironment } from '../../config/settings';
import { asJson } from '../../core/canonical-json';
import { exitCodes } from '../../core/errors';
import { assuranceLevels, type Assurance } from '../../core/schemas/verdict';
import { terminalLine } from '../../report/terminal-safe';
import { textTable } from '../../report/text-table';
import type { Corpus, JudgedProgram } from '..';
import { choiceFlag } from '../../cli/choice-flag';
import { action, word, type CommandContext } from '../../cli/command-context';
import {
  listFlag,
  trialSettings,
  withTrial,
  withTrialFlags,
  type TrialFlags,
} from '../../cli/commands/sandbox/trial';

interface HostileFlags extends TrialFlags {
  readonly grade: string;
  readonly programs?: string;
}

export function registerSandboxHostile(parent: Command): void {
  withTrialFlags(
    parent
      .command('hostile <folder>')
      .description(
        'run a folder of hostile programs (manifest.json); exit 1 when one has got away with something',
      )
      .option('--grade <how>', 'split or shared', 'split')
      .option('--programs <a,b>', 'only these'),
  ).action(
    action<HostileFlags>(async (context, call) => {
      const { flags } = call;
      const assurance = choiceFlag('--grade', flags.grade, assuranceLevels);
      trialSettings(context, flags);
      const { readCorpus } = await import('../index.js');
      const corpus = readCorpus(word(call, 0), listFlag(flags.programs));
      return tryCorpus(context, corpus, { flags, assurance });
    }),
  );
}

async function tryCorpus(
  context: CommandContext,
  corpus: Corpus,
  { flags, assurance }: { readonly flags: TrialFlags; readonly assurance: Assurance },
): Promise<0 | 1> {
  const { output, folder } = context;
  const trials = await import('../index.js');
  const label = folder.root;
  // Which backend it will be, `auto` says only when it is open.
  const before = await trials.hostTraces(null, label);
  // What programs look for outside of their box is there to be found.
  const unplant = plantInEnvironment(trials.decoySecret.name, trials.decoySecret.value);
  const decoys = await trials.putOutDecoys();
  if (!decoys.listening) output.note('the decoy server could not listen: its port is taken');
  let trial;
  try {
    trial = await withTrial(
      { context, flags, wish: { slots: 1 } },
      async ({ sandbox, backend, search: cells }) => {
        output.note(`${corpus.programs.length} programs, ${backend}, ${assurance}`);
        const judged = await trials.runCorpus(corpus, {
          sandbox,
          search: cells,
          assurance,
          onJudged: (one, done) =>
            output.progress([`${done}/${corpus.programs.length} ${one.file}`]),
        });
        return { judged, backend, cells };
      },
    );
  } finally {
    await decoys.close();
    unplant();
  }
  output.progressEnd([`${corpus.programs.length} programs run`]);
  const left = trials.leftovers(before, await trials.hostTraces(trial.cells, label));
  const tally = trials.tallyCorpus(trial.judged, left);
  for (const line of reportLines(trial.judged, left)) output.print(line);
  const { fooled, misjudged, survivors, leftovers, restarts } = tally;
  output.print(
    `${tally.programs} programs: fooled ${fooled}, misjudged ${misjudged}, survivors ${survivors},` +
      ` leftovers ${leftovers}, restarts ${restarts}`,
  );
  const { backend, judged } = trial;
  output.result(asJson({ provider: backend, assurance, ...tally, leftOnHost: left, judged }));
  return trials.isSound(tally) ? exitCodes.ok : exitCodes.failures;
}

function reportLines(judged: readonly JudgedProgram[], left: readonly string[]): readonly string[] {
  const bad = judged.filter(
    ({ fooled, misjudged, aftermath }) =>
      fooled ||
      misjudged ||
      aftermath.restarted ||
      aftermath.survivors > 0 ||
      aftermath.canary !== null ||
      aftermath.files.length > 0,
  );
  const rows = bad.map(({ file, what, said, expect, fooled, misjudged, aftermath }) => [
    fooled ? 'FOOLED' : misjudged ? 'MISJUDGED' : 'TRACES',
    file,
    said
      .map(
        ({ word: one, kind, detail }) =>
          `${one} (${kind}${detail === null ? '' : `: ${terminalLine(detail)}`})`,
      )
      .join(', '),
    `due ${expect.join('/')}`,
    [
      ...(aftermath.restarted ? ['cell restarted'] : []),
      ...(aftermath.survivors > 0 ? [`${aftermath.survivors} survivors`] : []),
      ...(aftermath.canary === null ? [] : [`canary ${terminalLine(aftermath.canary)}`]),
      ...aftermath.files.map(terminalLine),
    ].join('; '),
    what,
  ]);
  return [...textTable(rows), ...left.map((one) => `LEFT  ${terminalLine(one)}`)];
}
