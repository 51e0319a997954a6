import { EspalierError } from '../../../core/errors/errors';
import type { EnvironmentStore } from '../../../core/ports/environment';
import type { EnvironmentRecord } from '../../../core/schemas/environment';

/** The engine knows an environment that the store does not have. */
class EnvironmentMissingError extends EspalierError {
  constructor(sha256: string) {
    super(`environment ${sha256.slice(0, 12)} is not in the store`, {
      code: 'ENVIRONMENT_MISSING',
      remedy: 'Start the run again, against the state folder it was started in',
    });
  }
}

/** @throws EnvironmentMissingError */
export async function knownEnvironment(
  environments: EnvironmentStore,
  sha256: string,
): Promise<EnvironmentRecord> {
  const record = await environments.environment(sha256);
  if (record === null) throw new EnvironmentMissingError(sha256);
  return record;
}
