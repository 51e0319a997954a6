import type { CheckTask, Sandbox, SandboxRunOptions } from '../core/ports/sandbox';
import type { CheckResult } from '../core/schemas/verdict';
import { SandboxInfraError } from './errors';

/**
 * Checks again in a fresh box when one broke, `tries` times in all; then the error is terminal, with the last cause.
 * Boxes that cannot even be started are passed on at once: waiting for a daemon is the engine's business.
 * @throws SandboxInfraError (fate `terminal`), and every other error of `sandbox` as it is
 */
export function withFreshBoxes(sandbox: Sandbox, tries: number): Sandbox {
  const check = async (task: CheckTask, options?: SandboxRunOptions): Promise<CheckResult> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sandbox.check(task, options);
      } catch (error) {
        if (!(error instanceof SandboxInfraError)) throw error;
        if (attempt < tries) continue;
        throw new SandboxInfraError(
          error.provider,
          `${error.reason} (in ${attempt} fresh boxes one after another)`,
          { fate: 'terminal', cause: error },
        );
      }
    }
  };
  return { check, fingerprint: sandbox.fingerprint, close: sandbox.close };
}
