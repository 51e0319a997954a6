import type { AttemptKey, AttemptResult, GradedProgram } from '../../core/ports/records';
import type { AttemptSummary } from '../../core/ports/work';
import type { AttemptOutcome } from '../../core/schemas/run';
import type { CheckResult } from '../../core/schemas/verdict';
import { checkOf } from '../../core/tasks/check-of';
import { workRow } from '../../core/work/kinds';
import type { ActivityDependencies } from '../dependencies';
import type { AttemptContexts } from '../work/attempt-contexts';
import type { DurableContext } from '../work/durable';
import { batchOptions } from './batch-options';
import { checkTerms } from './check-terms';
import { gradeAllChecks } from './grade-checks';

export interface GradeInput {
  readonly attempt: AttemptKey;
  readonly outcome: AttemptOutcome;
  readonly context: DurableContext;
}

/**
 * Ends an attempt of any kind of work: the hidden check of every program that its kind has graded, and its record.
 * Together with `gradeBatch` the only one that ever sees a hidden test.
 * @throws what `gradeAllChecks` throws; nothing is recorded then
 */
export async function gradeAttempt(
  dependencies: ActivityDependencies,
  contexts: AttemptContexts,
  input: GradeInput,
): Promise<AttemptSummary> {
  const { attempt, outcome } = input;
  const checks = await gradePrograms(dependencies, contexts, input);
  const result = attemptResult(outcome, checks);
  await dependencies.store.runs.finishAttempt(attempt, result);
  return { status: 'completed', solved: result.solved };
}

/** By sha256 of the program. */
async function gradePrograms(
  dependencies: ActivityDependencies,
  contexts: AttemptContexts,
  { attempt, outcome, context }: GradeInput,
): Promise<ReadonlyMap<string, CheckResult>> {
  const { store } = dependencies;
  const {
    run: { config },
    problem,
  } = await contexts.of(attempt);
  const programs = workRow(outcome.kind).programs(outcome);
  if (programs.length === 0) return new Map();
  const hidden = await store.problems.hidden(config.dataset.sha256, problem.id);
  const terms = checkTerms(config, 'hidden');
  const texts = await Promise.all(programs.map((program) => store.blobs.get(program)));
  const checks = texts.map((text) => checkOf(problem, hidden, text, terms));
  const results = await gradeAllChecks(checks, await batchOptions(dependencies, context, config));
  return new Map(
    programs.flatMap((program, index) => {
      const result = results[index];
      return result === undefined ? [] : [[program, result] as const];
    }),
  );
}

function attemptResult(
  outcome: AttemptOutcome,
  checks: ReadonlyMap<string, CheckResult>,
): AttemptResult {
  const graded: GradedProgram[] = [];
  for (const [program, { outcomes }] of checks) {
    const [first] = outcomes;
    if (first !== undefined) graded.push({ program, outcome: first });
  }
  const answer = workRow(outcome.kind).answer(outcome);
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
