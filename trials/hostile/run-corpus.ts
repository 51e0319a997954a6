import type { Sandbox } from '../../core/ports/sandbox';
import type { Assurance } from '../../core/schemas/verdict';
import { TestBrokenError } from '../../sandbox/errors';
import type { CellSearch } from '../cell-processes';
import { AftermathWatch, type Aftermath } from './aftermath';
import { isFooled, isMisjudged, judgeProgram, type Said } from './judge-program';
import type { Corpus } from './manifest';

/** One program of the corpus, judged. */
export interface JudgedProgram {
  readonly file: string;
  readonly cls: string;
  readonly what: string;
  readonly expect: readonly string[];
  /** One per run: a second one where the manifest asks for it. */
  readonly said: readonly Said[];
  readonly fooled: boolean;
  readonly misjudged: boolean;
  readonly aftermath: Aftermath;
  readonly ms: number;
}

export interface CorpusTally {
  readonly programs: number;
  readonly fooled: number;
  readonly misjudged: number;
  readonly survivors: number;
  /** Files that a later program saw, canaries that failed, and what was left on the machine. */
  readonly leftovers: number;
  readonly restarts: number;
}

/** What is said where the sandbox gave none: never what is due, though the word may be. */
const noVerdict: readonly string[] = ['infra', 'broken-test'];

async function judge(
  sandbox: Sandbox,
  program: Corpus['programs'][number],
  assurance: Assurance,
): Promise<Said> {
  try {
    return await judgeProgram(sandbox, program, assurance);
  } catch (error) {
    const kind = error instanceof TestBrokenError ? 'broken-test' : 'infra';
    return { word: 'error', kind, detail: (error as Error).message };
  }
}

export interface CorpusOptions {
  /** One slot, so that the cell seen is the one that ran the program. */
  readonly sandbox: Sandbox;
  readonly search: CellSearch;
  readonly assurance: Assurance;
  readonly onJudged?: (judged: JudgedProgram, done: number) => void;
}

/** Runs every program of a corpus, one after the other, and looks at what each has left. */
export async function runCorpus(
  corpus: Corpus,
  { sandbox, search, assurance, onJudged }: CorpusOptions,
): Promise<readonly JudgedProgram[]> {
  const watch = new AftermathWatch(sandbox, search);
  const judged: JudgedProgram[] = [];
  // The first look around starts the cell.
  await watch.look();
  for (const program of corpus.programs) {
    const { file, cls, what, expect, twice } = program;
    await watch.begin();
    const startedAt = Date.now();
    const runs = twice === undefined || twice === null || twice === false ? 1 : 2;
    const said: Said[] = [];
    for (let run = 0; run < runs; run += 1) said.push(await judge(sandbox, program, assurance));
    const ms = Date.now() - startedAt;
    const one: JudgedProgram = {
      file,
      cls,
      what,
      expect,
      said,
      fooled: said.some(({ word }) => isFooled(program, word)),
      misjudged: said.some(
        ({ word, kind }) => noVerdict.includes(kind) || isMisjudged(program, word),
      ),
      aftermath: await watch.look(),
      ms,
    };
    judged.push(one);
    onJudged?.(one, judged.length);
  }
  return judged;
}

export function tallyCorpus(
  judged: readonly JudgedProgram[],
  leftOnHost: readonly string[],
): CorpusTally {
  const count = (test: (one: JudgedProgram) => boolean): number => judged.filter(test).length;
  return {
    programs: judged.length,
    fooled: count(({ fooled }) => fooled),
    misjudged: count(({ misjudged }) => misjudged),
    survivors: judged.reduce((sum, { aftermath }) => sum + aftermath.survivors, 0),
    leftovers:
      count(({ aftermath }) => aftermath.files.length > 0 || aftermath.canary !== null) +
      leftOnHost.length,
    restarts: count(({ aftermath }) => aftermath.restarted),
  };
}

/** Everything zero: nothing to complain of. */
export function isSound({
  fooled,
  misjudged,
  survivors,
  leftovers,
  restarts,
}: CorpusTally): boolean {
  return fooled + misjudged + survivors + leftovers + restarts === 0;
}
