import { atOnce } from '../../core/values/at-once';
import type { HiddenCheck, Problem } from '../../core/tasks/problem';
import type { ProblemLevel } from '../../core/schemas/problem-level';
import type { RunConfig } from '../../core/schemas/run';
import type { GradeParts } from '../grading/grade-attempt';
import { isUnscored } from '../grading/grade-checks';
import { levelTerms } from '../grading/problem-levels';
import type { DurableContext } from '../work/durable';

/** A problem with its tests and its level, or why nothing can be graded on it. */
export type GradableProblem =
  | {
      readonly kind: 'gradable';
      readonly problem: Problem;
      readonly hidden: HiddenCheck;
      readonly level: Extract<ProblemLevel, { readonly kind: 'found' }>;
    }
  | {
      readonly kind: 'refused';
      readonly problem: Problem;
      readonly cause: string;
      /** null: its reference could not be run. */
      readonly level: ProblemLevel | null;
    };

/** By id. References determine the levels. @throws errors of the sandbox that concern more than one program */
export async function gradableProblems(
  parts: GradeParts,
  { config, ids }: { readonly config: RunConfig; readonly ids: readonly string[] },
  context: DurableContext,
): Promise<ReadonlyMap<string, GradableProblem>> {
  const found = await atOnce(new Set(ids), parts.dependencies.programsAtOnce, async (id) => {
    const gradable = await gradableProblem(parts, { config, id }, context);
    return [id, gradable] as const;
  });
  return new Map(found);
}

async function gradableProblem(
  { dependencies: { store }, levels }: GradeParts,
  { config, id }: { readonly config: RunConfig; readonly id: string },
  context: DurableContext,
): Promise<GradableProblem> {
  const { sha256 } = config.dataset;
  const problem = await store.problems.problem(sha256, id);
  try {
    const level = await levels.of(levelTerms(config, id), problem, context);
    if (level.kind !== 'found') return { kind: 'refused', problem, cause: level.why, level };
    const hidden = await store.problems.hidden(sha256, id);
    return { kind: 'gradable', problem, hidden, level };
  } catch (error) {
    if (!isUnscored(error)) throw error;
    return { kind: 'refused', problem, cause: error.message, level: null };
  }
}
