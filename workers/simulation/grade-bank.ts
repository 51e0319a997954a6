import { batchOptions } from '../../activities/grading/batch-options';
import { gradeChecks, isUnscored } from '../../activities/grading/grade-checks';
import { ProblemLevels, ProblemRefusedError } from '../../activities/grading/problem-levels';
import type { DurableContext } from '../../activities/work/durable';
import type { ActivityDependencies } from '../../activities/dependencies';
import { extractProgram } from '../../core/agents/extract-program';
import { atOnce } from '../../core/values/at-once';
import { wholeOutcome } from '../../core/grading/whole-outcome';
import type { GradedProblem, GradedReply, GradingTerms } from '../../core/schemas/graded-bank';
import type { DatasetProblem } from '../../core/tasks/problem';
import type { CheckResult } from '../../core/schemas/verdict';
import type { Check } from '../../core/grading/check';
import { checkOf } from '../../core/tasks/check-of';
import { asShown } from '../../core/tasks/dropped-tests';
import { kindOf } from '../../core/tasks/kinds';
import { visibleFeedback } from '../../core/tasks/visible-feedback';
import { pythonReader } from '../../datasets/python/python-reader';
import { problemIn, recordedHashOf, repliesOf } from '../../llm/simulated';
import type { BankView } from '../../llm/simulated';
import { sha256Of } from '../sha256-of';

export interface BankGrading {
  readonly dependencies: ActivityDependencies;
  readonly view: BankView;
  /** Problems of the terms, in their order. */
  readonly rows: readonly DatasetProblem[];
  readonly terms: GradingTerms;
  /** Run every program again, whatever the store has. */
  readonly regrade: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

interface ProgramChecks {
  readonly program: string;
  readonly text: string;
  readonly checks: readonly [visible: Check, hidden: Check];
}

interface ProblemChecks {
  readonly row: DatasetProblem;
  /** By sha256 of the reply; null: it holds no program. */
  readonly replies: ReadonlyMap<string, string | null>;
  readonly programs: readonly ProgramChecks[];
  /** Why none of its programs is graded; null: they are. */
  readonly leftOut: GradedProblem['leftOut'];
}

/**
 * What each reply is read as, and what its program comes to in the real sandbox, each distinct program once. Killed and
 * called again it goes on from the store. @throws what the sandbox throws, and what gives no problem a level
 */
export async function gradeBank(grading: BankGrading): Promise<readonly GradedProblem[]> {
  const { dependencies, terms, regrade, signal, rows } = grading;
  await dependencies.store.problems.save(terms.dataset, rows);
  const context: DurableContext = {
    signal,
    unwanted: () => Promise.resolve(signal.aborted),
    beat: () => undefined,
    scope: `bank ${terms.bank} on ${terms.dataset}`,
  };
  const levels = new ProblemLevels(dependencies);
  const problems = await atOnce(rows, dependencies.programsAtOnce, async (row) => {
    signal.throwIfAborted();
    return checksOf(grading, row, { levels, context });
  });
  const programs = problems.flatMap((problem) => problem.programs);
  const options = await batchOptions(dependencies, context, { regrade });
  const results = await gradeChecks(
    programs.flatMap(({ checks }) => checks),
    {
      ...options,
      progress: ({ answered, total }) => {
        grading.onProgress(answered, total);
      },
    },
  );
  const verdicts = new Map<ProgramChecks, Verdicts>();
  for (const [index, program] of programs.entries()) {
    const [visible, hidden] = [results[2 * index], results[2 * index + 1]];
    if (visible === undefined || hidden === undefined) throw new RangeError('a result is missing');
    verdicts.set(
      program,
      visible.kind === 'graded' && hidden.kind === 'graded'
        ? { kind: 'graded', visible: visible.result, hidden: hidden.result }
        : { kind: 'unscored', cause: causeOf(visible) ?? causeOf(hidden) ?? '' },
    );
  }
  return problems.map((problem) => gradedProblem(grading.view, problem, verdicts));
}

type Graded = Awaited<ReturnType<typeof gradeChecks>>[number];
type Verdicts =
  | { readonly kind: 'graded'; readonly visible: CheckResult; readonly hidden: CheckResult }
  | { readonly kind: 'unscored'; readonly cause: string };

function causeOf(graded: Graded): string | null {
  return graded.kind === 'unscored' ? graded.cause.message : null;
}

async function checksOf(
  { view, terms, regrade }: BankGrading,
  row: DatasetProblem,
  { levels, context }: { readonly levels: ProblemLevels; readonly context: DurableContext },
): Promise<ProblemChecks> {
  const { problem, hidden } = row;
  const own = problemIn(view, problem.id);
  if (own === undefined) throw new RangeError(`the bank has nothing for ${problem.id}`);
  const entryPoint = kindOf(problem).entryPoint(problem);
  const replies = new Map<string, string | null>();
  for (const { sha256, text } of repliesOf(own).values()) {
    if (replies.has(sha256)) continue;
    replies.set(sha256, extractProgram(text, { entryPoint, ...pythonReader }).program);
  }
  const { limits, seed, dataset, assurance: least } = terms;
  try {
    const common = { dataset, least, said: null, limits, seed, regrade };
    const wanted = { ...common, scoresBadReferences: false };
    const { level: assurance } = await levels.required(wanted, problem, context);
    // As a run shows it: programs are chosen by the tests that the reference passes.
    const shown = asShown(problem, (await levels.finding(wanted, problem, context)).shown);
    const texts = [...new Set([...replies.values()].filter((text) => text !== null))];
    const programs = texts.map((text): ProgramChecks => ({
      program: sha256Of(text),
      text,
      checks: [
        checkOf(shown, 'visible', text, { limits: limits.visible, seed, assurance }),
        checkOf(problem, hidden, text, { limits: limits.hidden, seed, assurance }),
      ],
    }));
    return { row: { problem: shown, hidden }, replies, programs, leftOut: null };
  } catch (error) {
    const again = isUnscored(error);
    if (!(error instanceof ProblemRefusedError) && !again) throw error;
    return { row, replies, programs: [], leftOut: { why: error.message, again } };
  }
}

function gradedProblem(
  view: BankView,
  { row: { problem }, replies, programs, leftOut }: ProblemChecks,
  verdicts: ReadonlyMap<ProgramChecks, Verdicts>,
): GradedProblem {
  const visibleTests = Math.max(problem.visibleTests.length, 1);
  const whole = { problem: problem.id, visibleTests };
  if (leftOut !== null) return { ...whole, leftOut, replies: [] };
  const own = problemIn(view, problem.id);
  const read = new Map<string, NonNullable<GradedReply['read']>>();
  const causes: string[] = [];
  for (const program of programs) {
    const said = verdicts.get(program);
    if (said === undefined || own === undefined) throw new RangeError('a program was not graded');
    if (said.kind === 'unscored') {
      causes.push(said.cause);
      continue;
    }
    const { kind, passed, total } = visibleFeedback(problem, said.visible.outcomes);
    read.set(program.text, {
      program: program.program,
      recorded: recordedHashOf(own, program.text),
      visible: { kind, passed, total },
      hidden: wholeOutcome(said.hidden.outcomes).kind,
    });
  }
  return {
    ...whole,
    leftOut: causes.length === 0 ? null : { why: openWords(causes, programs.length), again: true },
    replies: [...replies].flatMap(([reply, text]): readonly GradedReply[] => {
      if (text === null) return [{ reply, read: null }];
      const verdict = read.get(text);
      return verdict === undefined ? [] : [{ reply, read: verdict }];
    }),
  };
}

function openWords(causes: readonly string[], total: number): string {
  const [cause = ''] = causes;
  return `no verdict for ${String(causes.length)} of ${String(total)} programs, which are tried again next time: ${cause}`;
}
