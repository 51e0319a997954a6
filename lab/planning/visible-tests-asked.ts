import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { visibleTestRules } from '../../core/names/visible-test-rules';
import { UsageError } from '../../core/errors/errors';
import type { VisibleTestRule } from '../../core/names/visible-test-rules';
import type { LoadOptions } from '../../datasets';

/** The meaning of `--visible-tests`: a rule, else a file (`./none`). @throws UsageError (`BAD_FLAG`) if it is neither */
export function visibleTestsAsked(
  said: string | undefined,
): Pick<LoadOptions, 'visibleTests' | 'visibleTestsFile'> {
  const rule = visibleTestRuleNamed(said);
  if (said === undefined || rule !== undefined) return { visibleTests: rule };
  if (!existsSync(said)) {
    throw new UsageError(
      `--visible-tests ${JSON.stringify(said)} is neither a rule nor a file`,
      `Choose one of ${visibleTestRules.join(', ')}, or name a file with rows of {task_id, given_tests}`,
      { code: 'BAD_FLAG' },
    );
  }
  return { visibleTestsFile: resolve(said) };
}

/** undefined: the flag names a file or was not given. */
export function visibleTestRuleNamed(said: string | undefined): VisibleTestRule | undefined {
  return visibleTestRules.find((rule) => rule === said);
}
