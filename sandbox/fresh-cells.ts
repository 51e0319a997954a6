import type { Sandbox } from '../core/ports/sandbox';
import { SandboxInfraError } from './errors';

/**
 * Asks again in a fresh cell when one broke, `tries` times in all; then the error is terminal, with the last cause.
 * The whole task is asked again: a program's answers are all from one cell, and none is ever counted twice.
 * Cells that cannot even be started are passed on at once: waiting for a daemon is the engine's business.
 * @throws SandboxInfraError (fate `terminal`), and every other error of `sandbox` as it is
 */
export function withFreshCells(sandbox: Sandbox, tries: number): Sandbox {
  return {
    check: (task, options) => again(tries, () => sandbox.check(task, options)),
    run: (task, options) => again(tries, () => sandbox.run(task, options)),
    fingerprint: sandbox.fingerprint,
    close: sandbox.close,
  };
}

async function again<T>(tries: number, ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof SandboxInfraError)) throw error;
      if (attempt < tries) continue;
      throw new SandboxInfraError(
        error.provider,
        `${error.reason} (in ${attempt} fresh cells one after another)`,
        { fate: 'terminal', cause: error },
      );
    }
  }
}
