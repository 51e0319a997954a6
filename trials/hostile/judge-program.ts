import { boxLimit } from '../../core/grading/box-limit';
import { judgeScript } from '../../core/grading/judge-script';
import type { ScriptTask, Sandbox, CheckTask } from '../../core/ports/sandbox';
import type { Assurance, BoxLimits, TestOutcome, VerdictKind } from '../../core/schemas/verdict';
import type { Corpus, CorpusProgram, CorpusWord } from './manifest';

type Program = Corpus['programs'][number];

/** A program of the corpus without a limit of its own. */
const defaultSeconds = 5;

export function limitsOf({ wall }: Pick<CorpusProgram, 'wall'>): BoxLimits {
  const limits = boxLimit({ cpuSeconds: wall ?? defaultSeconds });
  return { ...limits, wallMs: limits.cpuMs };
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
}

function checkTask(program: Program, assurance: Assurance): CheckTask {
  const { entry, source, test } = program;
  const [name = ''] = typeof entry === 'string' ? [entry] : (entry ?? []);
  return {
    program: source,
    trustedSetup: '',
    entryPoint: name,
    tests: [test ?? ''],
    limits: limitsOf(program),
    seed: 0,
    assurance,
  };
}

function scriptTask(program: Program): ScriptTask {
  const { source, stdin } = program;
  return { program: source, stdin: stdin ?? '', limits: limitsOf(program), seed: 0 };
}

async function outcomeOf(
  sandbox: Sandbox,
  program: Program,
  assurance: Assurance,
): Promise<TestOutcome | undefined> {
  if (program.kind === 'script') {
    const stdout = program.stdout ?? program.test ?? null;
    return judgeScript(await sandbox.run(scriptTask(program)), stdout === null ? null : { stdout });
  }
  const { outcomes } = await sandbox.check(checkTask(program, assurance));
  return outcomes[0];
}

/** Runs one program of the corpus. Throws what the sandbox throws. */
export async function judgeProgram(
  sandbox: Sandbox,
  program: Program,
  assurance: Assurance,
): Promise<Said> {
  const outcome = await outcomeOf(sandbox, program, assurance);
  if (outcome === undefined) return { word: 'error', kind: 'no outcome', detail: null };
  const { kind, detail = null } = outcome;
  return { word: corpusWord(kind), kind, detail };
}

/** Fooled: the verdict is `fooled_if` and not an acceptable one. */
export function isFooled(
  program: Pick<CorpusProgram, 'expect' | 'fooled_if'>,
  word: CorpusWord,
): boolean {
  return word === program.fooled_if && !program.expect.includes(word);
}

export function isMisjudged(
  program: Pick<CorpusProgram, 'expect' | 'fooled_if'>,
  word: CorpusWord,
): boolean {
  return !program.expect.includes(word) && !isFooled(program, word);
}
