import { selfEquivalenceGate } from '../../../core/repository/gates/self-equivalence';
import { vacuityGate } from '../../../core/repository/gates/vacuity';
import type { PlanEvent } from '../../../core/repository/plan/plan';
import type { ActionOf, HarnessContext } from './harness-context';
import { originalRunOf } from './original-run';
import { loadPart, loadParts, saveHarness } from './stored-harness';

/**
 * Runs the original twice on the cases of a part. The cases that can fail, and that do not fail by themselves, are added to
 * the harness.
 */
export async function runOriginal(
  context: HarnessContext,
  { id, part: sha256, harness }: ActionOf<'run'>,
): Promise<PlanEvent> {
  const part = await loadPart(context, sha256);
  const original = await originalRunOf(context, part);
  if ('reason' in original) return { of: id, ...original, kind: 'failed' };
  const { facts, first, second } = original;
  const vacuity = vacuityGate(facts, first);
  context.note?.({ dropped: [...vacuity.dropped] });
  if (vacuity.outcome.kind === 'failed') return { of: id, ...vacuity.outcome };
  const able = new Set(vacuity.kept);
  const equal = selfEquivalenceGate(
    first.filter((record) => able.has(record.case)),
    second,
  );
  context.note?.({ dropped: [...vacuity.dropped, ...equal.dropped] });
  if (equal.outcome.kind === 'failed') return { of: id, ...equal.outcome };
  const kept = { ...part, cases: [...equal.kept] };
  const parts = [...(await loadParts(context, harness)), kept];
  return { of: id, kind: 'passed', ...(await saveHarness(context, parts)) };
}
