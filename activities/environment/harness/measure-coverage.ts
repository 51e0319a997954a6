import { coverageGate, coverageOf, coverageShare } from '../../../core/repository/gates/coverage';
import type { PlanEvent } from '../../../core/repository/plan/plan';
import { coverageFacts, coverageMarks } from './coverage-facts';
import { definitionTexts } from './definition-texts';
import type { ActionOf, HarnessContext } from './harness-context';
import { allCases, loadParts } from './stored-harness';

/** Whether the cases together take enough of the branches. */
export async function measureCoverage(
  context: HarnessContext,
  { id, harness }: ActionOf<'coverage'>,
): Promise<PlanEvent> {
  const parts = await loadParts(context, harness);
  const facts = await coverageFacts(context, parts);
  if ('reason' in facts) return { of: id, ...facts, kind: 'failed' };
  const names = allCases(parts);
  const coverage = coverageOf(facts, names);
  const measure = coverageShare(coverage);
  context.note?.({ measure, coverage: coverageMarks(facts, coverage) });
  const texts = await definitionTexts(context);
  const source = {
    first: context.definition.lines.first,
    lines: texts === null ? [] : texts.definition.split('\n'),
  };
  const outcome = coverageGate(coverage, source, context.gates.coverage);
  if (outcome.kind === 'failed') return { of: id, ...outcome };
  return { of: id, kind: 'passed', harness, cases: names.length, measure };
}
