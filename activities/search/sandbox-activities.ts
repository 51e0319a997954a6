import type { SandboxPorts } from '../../core/ports/search';
import type { AttemptKey, AttemptResult, GradedProgram, RunRecord } from '../../core/ports/records';
import type { SearchOutcome, VisibleResult } from '../../core/schemas/search';
import type { CheckResult } from '../../core/schemas/verdict';
import { answerPrograms, programOf } from '../../core/search/outcome';
import type { CheckTerms } from '../../core/tasks/check';
import { checkOf } from '../../core/tasks/check-of';
import { noProgramFeedback, visibleFeedback } from '../../core/tasks/visible-feedback';
import type { VisibleFeedback } from '../../core/tasks/visible-feedback';
import type { AttemptContexts } from '../work/attempt-contexts';
import type { ActivityDependencies } from '../dependencies';
import { durable } from '../work/durable';
import type { DurableContext } from '../work/durable';
import { gradeAllChecks } from '../grading/grade-checks';
import type { BatchOptions } from '../grading/grade-checks';
import { TextStore } from '../work/text-store';

/** Everything that runs a program. Only `finishSearch` ever sees a hidden test. */
export function createSandboxActivities(
  dependencies: ActivityDependencies,
  contexts: AttemptContexts,
): SandboxPorts {
  const { store } = dependencies;
  const texts = new TextStore(store.blobs);

  return {
    runVisibleTests: ({ attempt, program }) =>
      durable(store, attempt, async (context): Promise<VisibleResult> => {
        const { run, problem } = await contexts.of(attempt);
        if (program === null) {
          return keepFeedback(texts, noProgramFeedback(problem));
        }
        const text = await store.blobs.get(program);
        const check = checkOf(problem, 'visible', text, termsOf(run, 'visible'));
        const results = await gradeAllChecks(
          [check],
          await batchOptions(dependencies, run, context),
        );
        const outcomes = results.flatMap((result) => result.outcomes);
        return keepFeedback(texts, visibleFeedback(problem, outcomes));
      }),

    finishSearch: ({ attempt, outcome }) =>
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
  dependencies: ActivityDependencies,
  contexts: AttemptContexts,
  { attempt, outcome, context }: GradeInput,
): Promise<ReadonlyMap<string, CheckResult>> {
  const { store } = dependencies;
  const { run, problem } = await contexts.of(attempt);
  const programs = answerPrograms(outcome);
  if (programs.length === 0) return new Map();
  const hidden = await store.problems.hidden(run.config.dataset.sha256, problem.id);
  const terms = termsOf(run, 'hidden');
  const texts = await Promise.all(programs.map((program) => store.blobs.get(program)));
  const checks = texts.map((text) => checkOf(problem, hidden, text, terms));
  const results = await gradeAllChecks(checks, await batchOptions(dependencies, run, context));
  return new Map(
    programs.flatMap((program, index) => {
      const result = results[index];
      return result === undefined ? [] : [[program, result] as const];
    }),
  );
}

function termsOf({ config }: RunRecord, tests: 'visible' | 'hidden'): CheckTerms {
  return { limits: config.limits[tests], seed: config.seed, assurance: config.assurance };
}

async function batchOptions(
  { store, sandbox, programsAtOnce }: ActivityDependencies,
  { config }: RunRecord,
  { signal, scope, beat }: DurableContext,
): Promise<BatchOptions> {
  return {
    store,
    sandbox: await sandbox(),
    signal,
    regrade: config.regrade,
    scope,
    atOnce: programsAtOnce,
    progress: (progress) => {
      beat({ ...progress });
    },
  };
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
