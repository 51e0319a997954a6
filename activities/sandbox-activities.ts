import { executedProgram, hiddenSnippet, visibleSnippets } from '../core/grading/compose-program';
import { noProgramFeedback, visibleFeedback } from '../core/grading/feedback';
import type { VisibleFeedback } from '../core/grading/feedback';
import type { SandboxPorts } from '../core/ports/attempt';
import type { AttemptKey, AttemptResult, GradedProgram } from '../core/ports/records';
import type { SearchOutcome, VisibleResult } from '../core/schemas/search';
import type { CheckResult } from '../core/schemas/verdict';
import type { AttemptContexts } from './attempt-context';
import type { ActivityDependencies } from './dependencies';
import { durable } from './durable';
import type { DurableContext } from './durable';
import { runCheck } from './run-check';
import { TextStore } from './text-store';

/** Everything that runs a program. Only `finishAttempt` ever sees a hidden test. */
export function createSandboxActivities(
  dependencies: ActivityDependencies,
  contexts: AttemptContexts,
): SandboxPorts {
  const { store } = dependencies;
  const texts = new TextStore(store.blobs);

  return {
    runVisibleTests: ({ attempt, program }) =>
      durable(store, attempt, async ({ signal }): Promise<VisibleResult> => {
        const { run, problem } = await contexts.of(attempt);
        if (program === null) {
          return keepFeedback(texts, noProgramFeedback(problem));
        }
        const text = await store.blobs.get(program);
        const { outcomes } = await runCheck(
          {
            program: executedProgram(problem, text),
            trustedSetup: problem.preamble,
            entryPoint: problem.entryPoint,
            tests: visibleSnippets(problem),
            limits: run.config.limits.visible,
            seed: run.config.seed,
          },
          { store, sandbox: await dependencies.sandbox(), signal, regrade: run.config.regrade },
        );
        return keepFeedback(texts, visibleFeedback(problem, outcomes));
      }),

    finishAttempt: ({ attempt, outcome }) =>
      durable(store, attempt, async (context) => {
        const checks = await gradeAnswers(dependencies, contexts, { attempt, outcome, context });
        const result = attemptResult(outcome, checks);
        await store.runs.finishAttempt(attempt, result);
        return { status: 'completed', solved: result.solved };
      }),
  };
}

/** The words go to the store; the history gets their reference. */
async function keepFeedback(
  texts: TextStore,
  { text, ...facts }: VisibleFeedback,
): Promise<VisibleResult> {
  return { ...facts, feedback: await texts.keep(text) };
}

interface GradeInput {
  readonly attempt: AttemptKey;
  readonly outcome: SearchOutcome;
  readonly context: DurableContext;
}

/** The hidden check of each distinct program that was the answer at some budget, by its hash. */
async function gradeAnswers(
  { store, sandbox }: ActivityDependencies,
  contexts: AttemptContexts,
  { attempt, outcome, context }: GradeInput,
): Promise<ReadonlyMap<string, CheckResult>> {
  const { run, problem } = await contexts.of(attempt);
  const programs = answerPrograms(outcome);
  const graded = new Map<string, CheckResult>();
  if (programs.length === 0) return graded;
  const hidden = await store.problems.hidden(run.config.dataset.sha256, problem.id);
  const box = await sandbox();
  for (const program of programs) {
    const result = await runCheck(
      {
        program: executedProgram(problem, await store.blobs.get(program)),
        trustedSetup: problem.preamble,
        entryPoint: problem.entryPoint,
        tests: [hiddenSnippet(hidden)],
        limits: run.config.limits.hidden,
        seed: run.config.seed,
      },
      { store, sandbox: box, signal: context.signal, regrade: run.config.regrade },
    );
    graded.set(program, result);
    context.beat();
  }
  return graded;
}

function programOf(outcome: SearchOutcome, node: string | null): string | null {
  return outcome.nodes.find(({ id }) => id === node)?.program ?? null;
}

function answerPrograms(outcome: SearchOutcome): readonly string[] {
  const nodes = [...outcome.answers, outcome.answer];
  const programs = nodes.map((node) => programOf(outcome, node));
  return [...new Set(programs.filter((program) => program !== null))];
}

function attemptResult(
  outcome: SearchOutcome,
  checks: ReadonlyMap<string, CheckResult>,
): AttemptResult {
  const graded: GradedProgram[] = [];
  for (const [program, { outcomes }] of checks) {
    const [first] = outcomes;
    if (first !== undefined) graded.push({ program, outcome: first });
  }
  const answer = programOf(outcome, outcome.answer);
  const verdict = graded.find(({ program }) => program === answer)?.outcome.kind ?? 'no-program';
  const [anyCheck] = checks.values();
  return {
    status: 'completed',
    outcome,
    graded,
    verdict,
    solved: verdict === 'passed',
    cause: null,
    provenance: anyCheck?.provenance ?? null,
  };
}
