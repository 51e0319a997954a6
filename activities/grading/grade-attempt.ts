import { sumFreshCells } from '../../core/grading/sum-fresh-cells';
import { gradedProgram } from '../../core/kinds/suites';
import type { AttemptKey, AttemptResult, GradedProgram } from '../../core/ports/records';
import type { AttemptSummary } from '../../core/ports/work';
import type { ProblemLevel } from '../../core/schemas/problem-level';
import type { AttemptOutcome } from '../../core/schemas/run';
import type { CheckResult } from '../../core/schemas/verdict';
import { checkOf } from '../../core/tasks/check-of';
import { workRow } from '../../core/kinds/kinds';
import type { ActivityDependencies } from '../dependencies';
import type { AttemptContexts } from '../work/attempt-contexts';
import type { DurableContext } from '../work/durable';
import { requireWhole } from '../work/require-whole';
import { batchOptions } from './batch-options';
import { checkTerms } from './check-terms';
import { gradeAllChecks } from './grade-checks';
import { levelTerms } from './problem-levels';
import type { ProblemLevels } from './problem-levels';

export interface GradeParts {
  readonly dependencies: ActivityDependencies;
  readonly contexts: AttemptContexts;
  readonly levels: ProblemLevels;
}

export interface GradeInput {
  readonly attempt: AttemptKey;
  readonly outcome: AttemptOutcome;
  readonly context: DurableContext;
}

/**
 * Ends an attempt of any kind of work: it runs the hidden check of every program that the kind grades, and writes the
 * record. Only this function and `gradeBatch` ever run a candidate on a hidden test.
 * @throws what `gradeAllChecks` throws, AttemptIncompleteError and ProblemRefusedError. Then nothing is recorded
 */
export async function gradeAttempt(parts: GradeParts, input: GradeInput): Promise<AttemptSummary> {
  const { attempt, outcome } = input;
  await requireWhole(parts.dependencies.store, attempt, outcome);
  const result = gradedResult(outcome, await gradePrograms(parts, input));
  await parts.dependencies.store.runs.finishAttempt(attempt, result);
  return { status: 'completed', solved: result.solved };
}

export interface GradedPrograms {
  readonly level: ProblemLevel;
  /** By sha256 of the program. */
  readonly checks: ReadonlyMap<string, CheckResult>;
}

async function gradePrograms(
  { dependencies, contexts, levels }: GradeParts,
  { attempt, outcome, context }: GradeInput,
): Promise<GradedPrograms> {
  const { store } = dependencies;
  const {
    run: { config },
    problem,
  } = await contexts.of(attempt);
  const programs = workRow(outcome.kind).programs(outcome);
  const level = await levels.required(levelTerms(config, problem.id), problem, context);
  if (programs.length === 0) return { level, checks: new Map() };
  const hidden = await store.problems.hidden(config.dataset.sha256, problem.id);
  const terms = checkTerms(config, 'hidden', level.level);
  const texts = await Promise.all(programs.map((program) => store.blobs.get(program)));
  const checks = texts.map((text) => checkOf(problem, hidden, text, terms));
  const results = await gradeAllChecks(checks, await batchOptions(dependencies, context, config));
  const graded = programs.flatMap((program, index) => {
    const result = results[index];
    return result === undefined ? [] : [[program, result] as const];
  });
  return { level, checks: new Map(graded) };
}

export function gradedResult<Outcome extends AttemptOutcome>(
  outcome: Outcome,
  { level, checks }: GradedPrograms,
): AttemptResult<Outcome> {
  const graded: GradedProgram[] = [];
  for (const [program, { outcomes }] of checks) graded.push(gradedProgram(program, outcomes));
  const row = workRow(outcome.kind);
  const answer = row.answer(outcome);
  const given = graded.find(({ program }) => program === answer)?.outcome.kind;
  const verdict = row.scored ? (given ?? 'no-program') : null;
  const [anyCheck] = checks.values();
  return {
    status: 'completed',
    outcome,
    graded,
    verdict,
    solved: verdict === 'passed',
    cause: null,
    provenance: anyCheck?.provenance ?? null,
    ...(row.scored ? { level } : {}),
    ...sumFreshCells([...checks.values()].map(({ provenance }) => provenance)),
  };
}
