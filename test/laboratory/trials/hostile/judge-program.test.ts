import type { Sandbox } from '../../../../core/adapters/sandbox';
import { verdictKinds, type ScriptResult } from '../../../../core/schemas/verdict';
import {
  corpusWord,
  firstOpinion,
  isFooled,
  isMisjudged,
  judgeProgram,
  limitsOf,
} from '../../../../laboratory/trials/hostile/judge-program';
import type { CorpusWord, LoadedProgram } from '../../../../laboratory/trials/hostile/manifest';
import {
  isSound,
  tallyCorpus,
  type JudgedProgram,
} from '../../../../laboratory/trials/hostile/run-corpus';
import { answeringSandbox, printed } from '../../../fakes/answering-sandbox';

/** Every script ends like this in it. */
const printing = (ended: Partial<ScriptResult>): Sandbox => answeringSandbox({ run: () => ended });

function script(stdout: string | null): LoadedProgram {
  return {
    ...{ file: 'a.py', cls: 'edge', what: '', kind: 'script', entry: null, test: null },
    ...{ expect: ['pass'], fooled_if: null, wall: null, after: null, twice: null },
    ...{ stdin: null, stdout, source: Buffer.from(''), beside: null },
  };
}

describe('a verdict in the words of a corpus', () => {
  it('is pass, fail or timeout for three kinds, and error for all others', () => {
    const words = verdictKinds.map((kind) => `${kind} ${corpusWord(kind)}`);
    expect(words.filter((word) => !word.endsWith(' error'))).toEqual([
      'passed pass',
      'failed fail',
      'timed-out timeout',
    ]);
  });

  it.each<[Partial<ScriptResult>, string | null, string]>([
    [{ stdout: printed('total 6 \n\n') }, 'total 6\n', 'pass passed'],
    [{ stdout: printed('total 7\n') }, 'total 6\n', 'fail failed'],
    [{ stdout: printed('anything') }, null, 'pass passed'],
    [{ end: { kind: 'exited', code: 1 } }, '', 'error raised'],
    [{ end: { kind: 'timed-out', cause: 'wall' } }, '', 'timeout timed-out'],
    [{ end: { kind: 'output-limit' } }, '', 'error output-limit'],
  ])('of a script that ended as %j, due %j, is %s', async (ended, stdout, due) => {
    const { word, kind } = await judgeProgram(printing(ended), script(stdout), {
      level: 'data',
      opinion: firstOpinion,
    });
    expect(`${word} ${kind}`).toBe(due);
  });

  it('is fooled when it is the one that gives a cheat away, and not also acceptable', () => {
    const cheat = { expect: ['fail', 'error'], fooled_if: 'pass' } as const;
    const lists = { expect: [...cheat.expect], fooled_if: cheat.fooled_if };
    const said = (word: CorpusWord, kind = '') => ({ word, kind });
    expect(isFooled(lists, said('pass'))).toBe(true);
    expect(isMisjudged(lists, said('pass'))).toBe(false);
    expect(isMisjudged(lists, said('timeout'))).toBe(true);
    expect(isMisjudged(lists, said('fail'))).toBe(false);
    expect(isMisjudged(lists, said('error', 'infra'))).toBe(true);
    expect(isFooled({ expect: ['pass'], fooled_if: 'pass' }, said('pass'))).toBe(false);
    expect(isFooled({ expect: ['fail'], fooled_if: null }, said('pass'))).toBe(false);
  });

  it('comes under the limits the manifest gives', () => {
    expect(limitsOf({ wall: 8 })).toEqual({
      ...{ cpuMs: 8_000, wallMs: 8_000, memoryMb: 1_024, processes: 32 },
      ...{ outputBytes: 16 * 1024 * 1024, diskMb: 32 },
    });
    expect(limitsOf({ wall: null })).toMatchObject({ cpuMs: 5_000, wallMs: 5_000 });
    expect(limitsOf({ cpu: 4, wall: 30 })).toMatchObject({ cpuMs: 4_000, wallMs: 30_000 });
    expect(limitsOf({ cpu: 2 })).toMatchObject({ cpuMs: 2_000, wallMs: 2_000 });
  });
});

describe('the tally of a corpus', () => {
  const clean: JudgedProgram = {
    file: 'a.py',
    cls: 'edge',
    what: '',
    expect: ['pass'],
    said: [{ word: 'pass', kind: 'passed', detail: null, handles: false, runs: 1, cpuMs: 1 }],
    neighbour: null,
    fooled: false,
    listed: null,
    misjudged: false,
    lower: null,
    aftermath: { canary: null, files: [], survivors: 0, restarted: false },
    ms: 1,
  };

  it('is sound when nothing was fooled, misjudged, left or started again', () => {
    const tally = tallyCorpus([clean, clean], []);
    expect(tally).toEqual({
      programs: 2,
      fooled: 0,
      listed: 0,
      misjudged: 0,
      lower: 0,
      survivors: 0,
      leftovers: 0,
      restarts: 0,
    });
    expect(isSound(tally)).toBe(true);
  });

  it.each<[string, string, Partial<JudgedProgram>]>([
    ['a cheat that passed', 'fooled', { fooled: true }],
    ['a wrong verdict', 'misjudged', { misjudged: true }],
    [
      'processes after the verdict',
      'survivors',
      { aftermath: { ...clean.aftermath, survivors: 2 } },
    ],
    [
      'a file that a later program saw',
      'leftovers',
      { aftermath: { ...clean.aftermath, files: ['/tmp/x'] } },
    ],
    [
      'an honest program that failed after it',
      'leftovers',
      { aftermath: { ...clean.aftermath, canary: 'failed' } },
    ],
    ['something left on the machine', 'leftovers', {}],
    [
      'a cell that was started again',
      'restarts',
      { aftermath: { ...clean.aftermath, restarted: true } },
    ],
  ])('is not sound with %s', (_, field, change) => {
    const left = Object.keys(change).length === 0 ? ['process 7'] : [];
    const tally = tallyCorpus([{ ...clean, ...change }], left);
    expect(isSound(tally)).toBe(false);
    expect(tally[field as keyof typeof tally]).toBeGreaterThan(0);
  });
});
