import type { JsonValue } from '../core/canonical-json';
import type { LoadedAttempt } from '../report/attempt-report';

/** `run show RUN PROBLEM --json`: the attempt's record and the calls it used. */
export function attemptDocument({ attempt, calls }: LoadedAttempt): JsonValue {
  return JSON.parse(JSON.stringify({ attempt, calls })) as JsonValue;
}
