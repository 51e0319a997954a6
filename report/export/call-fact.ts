import type { JsonValue } from '../../core/values/canonical-json';
import type { CallRef } from '../../core/schemas/model';
import type { TraceSources } from './kind-trace';

/** A call in a trace. Usage and cost are those of the answer, even if another run paid for it. */
export function callFact(
  { calls }: Pick<TraceSources, 'calls'>,
  { role, identity, repair }: CallRef,
): JsonValue {
  const call = calls.get(identity);
  const origin = call?.origin ?? null;
  return {
    role,
    identity,
    repair,
    model: call?.model ?? null,
    promptTokens: call?.promptTokens ?? null,
    completionTokens: call?.completionTokens ?? null,
    costUsd: call?.costUsd ?? null,
    origin: origin === null ? null : { ...origin },
  };
}
