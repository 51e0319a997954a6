import { boxLimit } from '../../../core/grading/box-limit';
import type { Sandbox } from '../../../core/adapters/sandbox';
import type { Assurance, BoxLimits, CheckResult, VerdictKind } from '../../../core/schemas/verdict';
import type { Check } from '../../../core/grading/check';
import { runCheck } from '../../../core/tasks/run-check';
import { TestBrokenError } from '../../../sandbox/errors';
import { checkTwice } from '../../../sandbox/second-opinion';
import type { CorpusProgram, CorpusWord, LoadedProgram } from './manifest';

/** A program of the corpus without a limit of its own. */
const defaultSeconds = 5;

/** One of `wall` and `cpu` alone is both: programs that sleep come to their limit as those that burn. */
export function limitsOf({ wall, cpu }: Pick<CorpusProgram, 'wall' | 'cpu'>): BoxLimits {
  const limits = boxLimit({ cpuSeconds: cpu ?? wall ?? defaultSeconds });
  return { ...limits, wallMs: Math.round(1000 * (wall ?? cpu ?? defaultSeconds)) };
}

/** passed = pass, failed = fail, timed-out = timeout, all else = error. */
export function corpusWord(kind: VerdictKind): CorpusWord {
  if (kind === 'passed') return 'pass';
  if (kind === 'failed') return 'fail';
  return kind === 'timed-out' ? 'timeout' : 'error';
}

/** What one run said, in the corpus' word and in ours. */
export interface Said {
  readonly word: CorpusWord;
  readonly kind: string;
  readonly detail: string | null;
  /** The test worked with an object of the program's. */
  readonly handles: boolean;
  /** 2: the first was doubtful, and this is the second opinion. */
  readonly runs: number;
  /** A program that burns by the clock burns less on a busy machine. */
  readonly cpuMs: number;
}

export function checkOfProgram(program: LoadedProgram, assurance: Assurance): Check {
  const { kind, entry, source, test } = program;
  const common = { program: source, limits: limitsOf(program), seed: 0 };
  if (kind === 'script') {
    const stdout = program.stdout ?? test ?? null;
    const expected = stdout === null ? null : { stdout };
    const tests = [{ stdin: program.stdin ?? '', expected }];
    return { kind: 'script', task: common, tests, outcomes: 'one' };
  }
  const [entryPoint = ''] = typeof entry === 'string' ? [entry] : (entry ?? []);
  const tests = [test ?? ''];
  return { kind: 'function', task: { ...common, trustedSetup: '', entryPoint, tests, assurance } };
}

/** How a program is asked: `runs` of it gave the result. */
export type Opinion = (
  sandbox: Sandbox,
  check: Check,
) => Promise<{ readonly result: CheckResult; readonly runs: number }>;

export const firstOpinion: Opinion = async (sandbox, check) => ({
  result: await runCheck(sandbox, check),
  runs: 1,
});

/** As grading does it: what was stopped runs once more, alone, and that stands. */
export const secondOpinion: Opinion = async (sandbox, check) => {
  let runs = 0;
  const counting: Sandbox = {
    fingerprint: sandbox.fingerprint,
    close: sandbox.close,
    check: (...asked) => {
      runs += 1;
      return sandbox.check(...asked);
    },
    run: (...asked) => {
      runs += 1;
      return sandbox.run(...asked);
    },
  };
  const { result } = await checkTwice(counting, check);
  return { result, runs };
};

/** What is said where the sandbox gave no verdict: never what is due, though the word may be. */
const noVerdict: readonly string[] = ['infra', 'broken-test', 'no outcome'];

/** Runs one program of a corpus. Of a sandbox that fails it says so. */
export async function judgeProgram(
  sandbox: Sandbox,
  program: LoadedProgram,
  { level, opinion }: { readonly level: Assurance; readonly opinion: Opinion },
): Promise<Said> {
  const none = { word: 'error', detail: null, handles: false, runs: 1, cpuMs: 0 } as const;
  try {
    const { result, runs } = await opinion(sandbox, checkOfProgram(program, level));
    const [outcome] = result.outcomes;
    if (outcome === undefined) return { ...none, kind: 'no outcome' };
    const { kind, detail = null, handles = false, cpuMs } = outcome;
    return { word: corpusWord(kind), kind, detail, handles, runs, cpuMs };
  } catch (error) {
    const kind = error instanceof TestBrokenError ? 'broken-test' : 'infra';
    return { ...none, kind, detail: (error as Error).message };
  }
}

type Due = Pick<CorpusProgram, 'expect' | 'fooled_if'>;
type Saying = Pick<Said, 'word' | 'kind'>;

/** Whether the only due verdict is a pass. */
export function isHonest({ expect }: Pick<CorpusProgram, 'expect'>): boolean {
  return expect.every((word) => word === 'pass');
}

export function isVerdict({ kind }: Pick<Said, 'kind'>): boolean {
  return !noVerdict.includes(kind);
}

/** Fooled: the verdict is `fooled_if` and not an acceptable one. */
export function isFooled({ expect, fooled_if }: Due, said: Saying): boolean {
  return said.word === fooled_if && isVerdict(said) && !expect.includes(said.word);
}

export function isMisjudged(due: Due, said: Saying): boolean {
  if (!isVerdict(said)) return true;
  return !due.expect.includes(said.word) && !isFooled(due, said);
}
