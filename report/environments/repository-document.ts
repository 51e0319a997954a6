import { asJson } from '../../core/values/canonical-json';
import type { JsonValue } from '../../core/values/canonical-json';
import type { RepositoryNote } from '../../core/schemas/environment-built';
import type { LoadedRepository } from './load-repositories';

/** `env show RUN REPOSITORY --json`. */
export function repositoryDocument(
  { id, key, run, attempt, outcome, environment, functions }: LoadedRepository,
  notes: readonly RepositoryNote[],
): JsonValue {
  return asJson({
    run: key.run,
    imported: run.imported,
    id,
    status: attempt?.status ?? null,
    outcome,
    environment,
    notes,
    functions: functions.map(({ entry }) => entry),
  });
}
