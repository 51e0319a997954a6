import type { PatchTest } from '../../schemas/patch-task';
import type { VisibleResult } from '../../schemas/search';
import type { TestOutcome } from '../../schemas/verdict';

type Groups = NonNullable<VisibleResult['groups']>;

/**
 * Tests of the repository are counted one by one; a file whose run was stopped, or a patch that does not apply, passes none
 * of them. @param outcomes one for each visible test, in order
 */
export function visibleGroups(
  tests: readonly PatchTest[],
  outcomes: readonly TestOutcome[],
): Groups {
  const groups = { regression: { passed: 0, total: 0 }, reproduction: { passed: 0, total: 0 } };
  for (const [at, test] of tests.entries()) {
    const size = test.kind === 'regression' ? test.tests.length : 1;
    const outcome = outcomes[at];
    const broken = outcome?.kind === 'passed' ? 0 : (outcome?.broken ?? size);
    groups[test.kind].total += size;
    groups[test.kind].passed += size - Math.min(broken, size);
  }
  return groups;
}
