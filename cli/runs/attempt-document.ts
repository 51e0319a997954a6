import { asJson } from '../../core/values/canonical-json';
import type { JsonValue } from '../../core/values/canonical-json';
import type { LoadedAttempt } from '../../report/load-attempts';
import type { LiveSearch } from '../../lab/runs/live-search';

/** `run show RUN PROBLEM --json`: the attempt's record, the calls it used, and its search while that is under way. */
export function attemptDocument(
  { attempt, calls }: LoadedAttempt,
  search: LiveSearch | null = null,
): JsonValue {
  return asJson({ attempt, calls, search });
}
