import { coverageGate, coverageOf } from '../../../core/repository/gates/coverage';
import type { CoverageFacts } from '../../../core/repository/gates/coverage';
import { fewestAndStrongest } from '../../../core/repository/gates/minimise';
import { mutationGate, mutationScore } from '../../../core/repository/gates/mutation';
import type { MutantResult, MutationScore } from '../../../core/repository/gates/mutation';
import type { PlanEvent } from '../../../core/repository/plan/plan';
import type { Survivor } from '../../../core/schemas/environment-built';
import type { HarnessPart } from '../../../core/schemas/environment-harness';
import type { ActionOf, HarnessContext } from './harness-context';
import { keepMutants, measuredFacts } from './mutant-facts';
import { keepFlakes } from './rerun-harness';
import { allCases, caseName, saveHarness, withCases } from './stored-harness';

/** Number of cases to keep, unless more are needed. */
const mostCases = 30;

const unstableWords =
  'Too much of the function is executed only by cases that give something else when it is put in its own place.';

/** Whether the cases detect enough mutants of the function. */
export async function measureMutation(
  context: HarnessContext,
  { id, harness }: ActionOf<'mutation'>,
): Promise<PlanEvent> {
  const facts = await measuredFacts(context, harness);
  if ('reason' in facts) return { of: id, ...facts, kind: 'failed' };
  const { parts, coverage, mutants, unstable } = facts;
  const names = allCases(parts).filter((name) => !unstable.includes(name));
  if (unstable.length > 0) {
    const reason = { code: 'flaky', cause: 'chance' } as const;
    context.note?.({ dropped: unstable.map((name) => ({ case: name, reason })) });
    // Coverage was measured with them.
    const source = { first: context.definition.lines.first, lines: [] };
    const left = coverageGate(coverageOf(coverage, names), source, context.gates.coverage);
    if (left.kind === 'failed') return { of: id, kind: 'failed', reason, feedback: unstableWords };
  }
  const score = mutationScore(mutants, names);
  context.note?.({ measure: score.score, survivors: survivorsOf(score) });
  const outcome = mutationGate(score, context.gates.mutation);
  if (outcome.kind === 'failed') return { of: id, ...outcome };
  const few = await withoutIdle(context, parts, names, coverage, mutants);
  await keepFlakes(context, { from: harness, to: few.harness });
  return { of: id, kind: 'passed', ...few, measure: score.score };
}

/** The survivors, as pages show them. */
export function survivorsOf({ survivors }: MutationScore): Survivor[] {
  return survivors.map(({ line, words, reached }) => ({ line, words, reached }));
}

/** The cases that matter, and spare cases in place of flaky ones. The cost of the reruns grows with the number of cases. */
async function withoutIdle(
  context: HarnessContext,
  parts: readonly HarnessPart[],
  names: readonly string[],
  coverage: CoverageFacts,
  mutants: readonly MutantResult[],
): Promise<{ harness: string; cases: number }> {
  const all = fewestAndStrongest(names, coverage, mutants, mostCases);
  const kept = new Set(all);
  const few = withCases(parts, all).filter(({ cases }) => cases.length > 0);
  const saved = await saveHarness(context, few);
  const renamed = (name: string): string[] => {
    const [at, ...rest] = name.split('/');
    const part = few.findIndex(({ source }) => source === parts[Number(at)]?.source);
    return kept.has(name) && part >= 0 ? [caseName(part, rest.join('/'))] : [];
  };
  await keepMutants(
    context,
    few,
    mutants.map((one) => ({ ...one, killedBy: one.killedBy.flatMap(renamed) })),
  );
  return saved;
}
