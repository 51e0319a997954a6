import { leakGate } from '../../../core/repository/gates/leak';
import type { PlanEvent } from '../../../core/repository/plan/plan';
import { definitionTexts } from './definition-texts';
import { gradeOriginal } from './grade-original';
import type { ActionOf, HarnessContext } from './harness-context';
import { knownOriginalRun } from './original-run';
import { loadParts } from './stored-harness';

/**
 * Checks that the cases given to a candidate do not show the body of the function, and that the original passes where
 * candidates are graded.
 */
export async function scanHarness(
  context: HarnessContext,
  { id, harness }: ActionOf<'scan'>,
): Promise<PlanEvent> {
  // A scan runs nothing in the cell, so nothing else tells that it was done now.
  context.note?.({ reused: false });
  const parts = await loadParts(context, harness);
  const texts = await definitionTexts(context);
  if (texts === null) {
    const feedback = 'The text of the function could not be read.';
    return { of: id, kind: 'failed', reason: { code: 'setup_error' }, feedback };
  }
  const given: string[] = [];
  for (const part of parts) {
    given.push((await knownOriginalRun(context, part)).prepared.source);
    for (const sha256 of Object.values(part.blobs)) {
      given.push(Buffer.from(await context.blobs.get(sha256), 'base64').toString('latin1'));
    }
  }
  const { definition } = texts;
  const outcome = leakGate({ given: given.join('\n'), definition });
  if (outcome.kind === 'failed') return { of: id, ...outcome };
  const refused = await gradeOriginal(context, parts, definition);
  if (refused !== null) return { of: id, ...refused, kind: 'failed' };
  const cases = parts.reduce((sum, part) => sum + part.cases.length, 0);
  return { of: id, kind: 'passed', harness, cases };
}
