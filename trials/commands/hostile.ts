import type { Command } from 'commander';

import { asJson } from '../../core/canonical-json';
import { exitCodes } from '../../core/errors';
import { assuranceLevels, type Assurance } from '../../core/schemas/verdict';
import { terminalLine } from '../../report/terminal-safe';
import { textTable } from '../../report/text-table';
import { choiceFlag } from '../../cli/choice-flag';
import { action, word, type CommandContext } from '../../cli/command-context';
import { listFlag } from '../../cli/list-flag';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../cli/with-sandbox';
import { decoySecret, putOutDecoys } from '../hostile/decoys';
import { hostTraces, leftovers } from '../hostile/host-traces';
import { readCorpus, type Corpus } from '../hostile/manifest';
import { plantInEnvironment } from '../hostile/plant-in-environment';
import { isSound, runCorpus, tallyCorpus, type JudgedProgram } from '../hostile/run-corpus';
import { withTrial } from '../with-trial';

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
      .option('--grade <how>', assuranceLevels.join(', '), 'data')
      .option('--programs <a,b>', 'only these'),
  ).action(
    action<HostileFlags>(async (context, call) => {
      const { flags } = call;
      const assurance = choiceFlag('--grade', flags.grade, assuranceLevels);
      sandboxSettings(context, flags);
      const corpus = readCorpus(word(call, 0), listFlag(flags.programs));
      return tryCorpus(context, corpus, { flags, assurance });
    }),
  );
}

async function tryCorpus(
  context: CommandContext,
  corpus: Corpus,
  { flags, assurance }: { readonly flags: SandboxFlags; readonly assurance: Assurance },
): Promise<0 | 1> {
  const { output, folder } = context;
  const label = folder.root;
  const before = await hostTraces(null, label);
  // What programs look for outside of their box is there to be found.
  const unplant = plantInEnvironment(decoySecret.name, decoySecret.value);
  const decoys = await putOutDecoys();
  if (!decoys.listening) output.note('the decoy server could not listen: its port is taken');
  let trial;
  try {
    trial = await withTrial(
      { context, flags, wish: { slots: 1 } },
      async ({ sandbox, backend, search }) => {
        output.note(`${corpus.programs.length} programs, ${backend}, ${assurance}`);
        const judged = await runCorpus(corpus, {
          sandbox,
          search,
          assurance,
          onJudged: (one, done) =>
            output.progress([`${done}/${corpus.programs.length} ${one.file}`]),
        });
        return { judged, backend, search };
      },
    );
  } finally {
    await decoys.close();
    unplant();
  }
  output.progressEnd([`${corpus.programs.length} programs run`]);
  const { backend, judged, search } = trial;
  const { backends } = await import('../../sandbox/index.js');
  const isTheirs = backends[search.backend].userOutside(process.getuid?.());
  const left = leftovers(before, await hostTraces(search, label), isTheirs);
  const tally = tallyCorpus(judged, left);
  for (const line of reportLines(judged, left)) output.print(line);
  const { fooled, misjudged, survivors, restarts } = tally;
  output.print(
    `${tally.programs} programs: fooled ${fooled}, misjudged ${misjudged}, survivors ${survivors},` +
      ` leftovers ${tally.leftovers}, restarts ${restarts}; ${backend}`,
  );
  output.result(asJson({ provider: backend, assurance, ...tally, leftOnHost: left, judged }));
  return isSound(tally) ? exitCodes.ok : exitCodes.failures;
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
