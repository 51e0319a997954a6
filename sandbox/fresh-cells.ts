import type { Sandbox } from '../core/adapters/sandbox';
import type { Provenance } from '../core/schemas/verdict';
import { SandboxInfraError } from './errors';

/** A cell that broke is not the program's fault; one on which three broke will break more. */
const usualTries = 3;

/**
 * Asks again in a fresh cell when one broke, `tries` times; then the error is terminal. The whole task is asked again:
 * answers are all from one cell. The provenance counts these cells. Cells that cannot be started are passed on: waiting is
 * the engine's. @throws SandboxInfraError (fate `terminal`), and every other error of `sandbox` as it is
 */
export function withFreshCells(sandbox: Sandbox, tries: number = usualTries): Sandbox {
  return {
    check: (task, options) =>
      again(tries, (fresh) => sandbox.check(task, fresh ? { ...options, fresh } : options)),
    run: (task, options) =>
      again(tries, (fresh) => sandbox.run(task, fresh ? { ...options, fresh } : options)),
    fingerprint: sandbox.fingerprint,
    // Repository cells are replaced where they break, as often.
    ...(sandbox.harness === undefined ? {} : { harness: sandbox.harness }),
    ...(sandbox.harnessFingerprint === undefined
      ? {}
      : { harnessFingerprint: sandbox.harnessFingerprint }),
    close: sandbox.close,
  };
}

async function again<T extends { readonly provenance: Provenance }>(
  tries: number,
  ask: (fresh: boolean) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await ask(attempt > 1);
      return { ...result, provenance: { ...result.provenance, freshCells: attempt - 1 } };
    } catch (error) {
      if (!(error instanceof SandboxInfraError)) throw error;
      if (attempt < tries) continue;
      throw new SandboxInfraError(
        error.backend,
        `${error.reason} (in ${attempt} cells one after another, fresh ones after the first)`,
        { fate: 'terminal', cause: error },
      );
    }
  }
}
