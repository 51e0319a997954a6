import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import type { Assurance } from '../../../core/schemas/verdict';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import type { CommandContext } from '../../../cli/command-context';
import type { SandboxFlags } from '../../../cli/with-sandbox';
import { withTrial } from '../with-trial';
import { decoySecret, putOutDecoys } from './decoys';
import { hostTraces, leftovers } from './host-traces';
import type { Opinion, Said } from './judge-program';
import type { Corpus } from './manifest';
import { plantInEnvironment } from './plant-in-environment';
import { slotsOf, isSound, runCorpus, tallyCorpus, type JudgedProgram } from './run-corpus';

/** Runs a corpus with decoys put out, and prints what got away with something. */
export async function tryCorpus(
  context: CommandContext,
  corpus: Corpus,
  {
    flags,
    level,
    opinion,
  }: { readonly flags: SandboxFlags; readonly level: Assurance; readonly opinion: Opinion },
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
      { context, flags, wish: { slots: slotsOf(corpus) } },
      async ({ sandbox, backend, search }) => {
        output.note(`${corpus.programs.length} programs, ${backend}, ${level}`);
        const judged = await runCorpus(corpus, {
          sandbox,
          search,
          level,
          opinion,
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
  const { backends } = await import('../../../sandbox/index.js');
  const isTheirs = backends[search.backend].userOutside(process.getuid?.());
  const left = leftovers(before, await hostTraces(search, label), isTheirs);
  const tally = tallyCorpus(judged, left);
  for (const line of reportLines(judged, left)) output.print(line);
  const twice = judged.filter(({ said }) => said.some(({ runs }) => runs > 1)).length;
  const { programs, fooled, listed, misjudged, lower, survivors, restarts } = tally;
  output.print(
    `${programs} programs: fooled ${fooled}, listed ${listed}, misjudged ${misjudged}, survivors ${survivors},` +
      ` leftovers ${tally.leftovers}, restarts ${restarts}` +
      `${lower === 0 ? '' : `; ${lower} pass at a lower level`}` +
      `${twice === 0 ? '' : `; ${twice} were asked for a second opinion`}; ${backend}`,
  );
  output.result(asJson({ provider: backend, level, ...tally, twice, leftOnHost: left, judged }));
  return isSound(tally) ? exitCodes.ok : exitCodes.failures;
}

function reportLines(judged: readonly JudgedProgram[], left: readonly string[]): readonly string[] {
  const told = judged.filter(
    ({ fooled, listed, misjudged, lower, aftermath }) =>
      fooled ||
      listed !== null ||
      misjudged ||
      lower !== null ||
      aftermath.restarted ||
      aftermath.survivors > 0 ||
      aftermath.canary !== null ||
      aftermath.files.length > 0,
  );
  const rows = told.map((one) => [
    headOf(one),
    one.file,
    one.said.map(saidText).join(', '),
    `due ${one.expect.join('/')}`,
    [...neighbourTexts(one), ...traceTexts(one)].join('; '),
    one.listed ?? one.what,
  ]);
  return [...textTable(rows), ...left.map((one) => `LEFT  ${terminalLine(one)}`)];
}

function headOf({ fooled, listed, misjudged, lower }: JudgedProgram): string {
  if (fooled) return 'FOOLED';
  if (misjudged) return 'MISJUDGED';
  if (lower !== null) return lower;
  return listed === null ? 'TRACES' : 'LISTED';
}

function saidText({ word, kind, detail, handles }: Said): string {
  const more = [
    ...(detail === null ? [] : [terminalLine(detail)]),
    ...(handles ? ['handles'] : []),
  ];
  return `${word} (${[kind, ...more].join(': ')})`;
}

function neighbourTexts({ neighbour }: JudgedProgram): readonly string[] {
  if (neighbour === null) return [];
  const { file, said, met } = neighbour;
  const words = [...new Set(said.map(saidText))].join(', ');
  return [met ? `beside ${file}: ${words}` : `never beside ${file}`];
}

function traceTexts({ aftermath }: JudgedProgram): readonly string[] {
  return [
    ...(aftermath.restarted ? ['cell restarted'] : []),
    ...(aftermath.survivors > 0 ? [`${aftermath.survivors} survivors`] : []),
    ...(aftermath.canary === null ? [] : [`canary ${terminalLine(aftermath.canary)}`]),
    ...aftermath.files.map(terminalLine),
  ];
}
