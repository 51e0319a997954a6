import type { CheckTask, Sandbox, SandboxRunOptions } from '../core/ports/sandbox';
import type { CheckResult, VerdictKind } from '../core/schemas/verdict';

/** Verdicts that a busy machine alone may cause. */
const doubtful: readonly VerdictKind[] = ['timed-out', 'memory-limit', 'killed-by-signal'];

export interface CheckedTwice {
  readonly result: CheckResult;
  /** Fit for a cache: nothing in it was doubtful, or a second run alone on the machine agreed. */
  readonly settled: boolean;
}

function isDoubtful(result: CheckResult): boolean {
  return result.outcomes.some(({ kind }) => doubtful.includes(kind));
}

function agrees(first: CheckResult, second: CheckResult): boolean {
  return second.outcomes.every(
    ({ kind }, index) => !doubtful.includes(kind) || first.outcomes[index]?.kind === kind,
  );
}

/**
 * Checks a program, and once more with nothing else of ours running when any of its tests was stopped or killed.
 * The second result stands. Throws what `sandbox` throws.
 */
export async function checkTwice(
  sandbox: Sandbox,
  task: CheckTask,
  options?: SandboxRunOptions,
): Promise<CheckedTwice> {
  const first = await sandbox.check(task, options);
  if (!isDoubtful(first)) return { result: first, settled: true };
  const second = await sandbox.check({ ...task, alone: true }, options);
  return { result: second, settled: agrees(first, second) };
}

/** The same as a sandbox, for those who do not cache. */
export function withSecondOpinion(sandbox: Sandbox): Sandbox {
  return {
    check: async (task, options) => (await checkTwice(sandbox, task, options)).result,
    fingerprint: sandbox.fingerprint,
    close: sandbox.close,
  };
}
