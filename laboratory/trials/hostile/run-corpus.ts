import type { Sandbox } from '../../../core/adapters/sandbox';
import { assuranceLevels, type Assurance } from '../../../core/schemas/verdict';
import type { CellProcesses, CellSearch } from '../cell-processes';
import { AftermathWatch, type Aftermath } from './aftermath';
import { besideEachOther } from './beside';
import {
  firstOpinion,
  isFooled,
  isHonest,
  isMisjudged,
  isVerdict,
  judgeProgram,
  type Opinion,
  type Said,
} from './judge-program';
import { listedReason } from './listed-reason';
import type { Corpus, LoadedProgram } from './manifest';

export interface Neighbour {
  readonly file: string;
  /** One per run. */
  readonly said: readonly Said[];
  /** Both had a box at one time, as seen from outside. */
  readonly met: boolean;
}

export interface JudgedProgram {
  readonly file: string;
  readonly cls: string;
  readonly what: string;
  readonly expect: readonly string[];
  /** One per run: a second one where the manifest asks for it. */
  readonly said: readonly Said[];
  readonly neighbour: Neighbour | null;
  readonly fooled: boolean;
  /** Why a program that passes at `objects`, as it does in plain Python, is not called fooling; null: it is. */
  readonly listed: string | null;
  readonly misjudged: boolean;
  /** The lower level at which an honest program passes that does not at this one; null: it need not, or does at none. */
  readonly lower: Assurance | null;
  readonly aftermath: Aftermath;
  readonly ms: number;
}

export interface CorpusTally {
  readonly programs: number;
  readonly fooled: number;
  readonly listed: number;
  readonly misjudged: number;
  /** Honest programs that pass at a lower level only. */
  readonly lower: number;
  readonly survivors: number;
  /** Files that a later program saw, canaries that failed, and what was left on the machine. */
  readonly leftovers: number;
  readonly restarts: number;
}

export interface CorpusOptions {
  /** As many slots as `slotsOf` says, so that the cells seen are those that ran the programs. */
  readonly sandbox: Sandbox;
  readonly search: CellSearch;
  readonly level: Assurance;
  /** Default: the first one. */
  readonly opinion?: Opinion;
  readonly onJudged?: (judged: JudgedProgram, done: number) => void;
}

/** Two where a program has a neighbour. */
export function slotsOf({ programs }: Corpus): 1 | 2 {
  return programs.some(({ beside }) => beside !== null) ? 2 : 1;
}

/** Runs every program of a corpus, one after the other, and looks at what each has left. */
export async function runCorpus(
  corpus: Corpus,
  { sandbox, search, level, opinion = firstOpinion, onJudged }: CorpusOptions,
): Promise<readonly JudgedProgram[]> {
  const watch = new AftermathWatch(sandbox, search, slotsOf(corpus));
  const judged: JudgedProgram[] = [];
  const ask = (program: LoadedProgram, at = level): Promise<Said> =>
    judgeProgram(sandbox, program, { level: at, opinion });
  // The first look around starts the cells.
  await watch.look();
  for (const program of corpus.programs) {
    const { file, cls, what, expect } = program;
    const cells = await watch.begin();
    const startedAt = Date.now();
    const { said, neighbour } = await runs(program, { ask, cells });
    const ms = Date.now() - startedAt;
    const aftermath = await watch.look();
    const faults = faultsOf(program, said, neighbour);
    const mayBeListed = level === 'objects' && neighbour === null;
    const listed = mayBeListed
      ? await listedReason(program, said, () => ask(program, 'shared'))
      : null;
    const fooled = faults.fooled && listed === null;
    const mayRest = isHonest(program) && neighbour === null && said.every(isVerdict);
    const lower = faults.misjudged && mayRest ? await lowerLevel(program, level, ask) : null;
    const misjudged = faults.misjudged && lower === null;
    const one: JudgedProgram = {
      ...{ file, cls, what, expect, said, neighbour },
      ...{ fooled, listed, misjudged, lower, aftermath, ms },
    };
    judged.push(one);
    onJudged?.(one, judged.length);
  }
  return judged;
}

type Ask = (program: LoadedProgram, at?: Assurance) => Promise<Said>;

async function runs(
  program: LoadedProgram,
  { ask, cells }: { readonly ask: Ask; readonly cells: readonly CellProcesses[] },
): Promise<Pick<JudgedProgram, 'said' | 'neighbour'>> {
  const { beside, twice } = program;
  if (beside === null) {
    const first = await ask(program);
    const again = twice !== undefined && twice !== null && twice !== false;
    return { said: again ? [first, await ask(program)] : [first], neighbour: null };
  }
  const zygotes = cells.map(({ zygote }) => zygote.pid);
  const { said, neighbour, met } = await besideEachOther(
    () => ask(program),
    () => ask(beside),
    zygotes,
  );
  return { said, neighbour: { file: beside.file, said: neighbour, met } };
}

function faultsOf(
  program: LoadedProgram,
  said: readonly Said[],
  neighbour: Neighbour | null,
): { readonly fooled: boolean; readonly misjudged: boolean } {
  const all = [
    ...said.map((one) => ({ due: program, one })),
    ...(neighbour?.said ?? []).map((one) => ({ due: program.beside ?? program, one })),
  ];
  return {
    fooled: all.some(({ due, one }) => isFooled(due, one)),
    misjudged: neighbour?.met === false || all.some(({ due, one }) => isMisjudged(due, one)),
  };
}

/** Grading would find that level by its reference. */
async function lowerLevel(
  program: LoadedProgram,
  level: Assurance,
  ask: Ask,
): Promise<Assurance | null> {
  for (const lower of assuranceLevels.slice(assuranceLevels.indexOf(level) + 1)) {
    if ((await ask(program, lower)).word === 'pass') return lower;
  }
  return null;
}

export function tallyCorpus(
  judged: readonly JudgedProgram[],
  leftOnHost: readonly string[],
): CorpusTally {
  const count = (test: (one: JudgedProgram) => boolean): number => judged.filter(test).length;
  return {
    programs: judged.length,
    fooled: count(({ fooled }) => fooled),
    listed: count(({ listed }) => listed !== null),
    misjudged: count(({ misjudged }) => misjudged),
    lower: count(({ lower }) => lower !== null),
    survivors: judged.reduce((sum, { aftermath }) => sum + aftermath.survivors, 0),
    leftovers:
      count(({ aftermath }) => aftermath.files.length > 0 || aftermath.canary !== null) +
      leftOnHost.length,
    restarts: count(({ aftermath }) => aftermath.restarted),
  };
}

/** Everything zero but what is listed or rests on a lower level: nothing to complain of. */
export function isSound({
  fooled,
  misjudged,
  survivors,
  leftovers,
  restarts,
}: CorpusTally): boolean {
  return fooled + misjudged + survivors + leftovers + restarts === 0;
}
