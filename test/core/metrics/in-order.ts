import { canonicalJson } from '../../../core/values/canonical-json';
import type { JsonValue } from '../../../core/values/canonical-json';

/** As JSON with every list in one order, whatever order it came in. */
export function inOrder(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value), (_, own: JsonValue) =>
    Array.isArray(own) ? own.toSorted(byText) : own,
  ) as JsonValue;
}

function byText(left: JsonValue, right: JsonValue): number {
  return canonicalJson(left) < canonicalJson(right) ? -1 : 1;
}
