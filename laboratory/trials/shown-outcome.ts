import type { Sandbox } from '../../core/adapters/sandbox';
import type { CheckResult, VerdictKind } from '../../core/schemas/verdict';
import type { Check } from '../../core/grading/check';
import { TestBrokenError } from '../../sandbox/errors';

export interface ShownOutcome {
  /** `broken-test`: Python cannot compile the test, so there is no verdict. */
  readonly kind: VerdictKind | 'broken-test';
  readonly detail: string | null;
  readonly error: string | null;
}

/** One broken test among hundreds is a finding: the others are asked all the same. */
export async function shownOutcome(
  sandbox: Sandbox,
  check: Check,
  ask: (sandbox: Sandbox, check: Check) => Promise<CheckResult>,
): Promise<ShownOutcome> {
  try {
    const { outcomes } = await ask(sandbox, check);
    const { kind = 'no-program', detail = null, error = null } = outcomes[0] ?? {};
    return { kind, detail, error };
  } catch (error) {
    if (!(error instanceof TestBrokenError)) throw error;
    return { kind: 'broken-test', detail: null, error: error.message };
  }
}
