/** JSON values only; `undefined` members are dropped as JSON.stringify does. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** A value as JSON holds it: what is undefined is left out, or null in a list. */
export function asJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

/** The one text of a JSON value: keys sorted by code unit, no white space. @throws TypeError for NaN and infinities */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new TypeError(`canonical JSON cannot hold ${String(value)}`);
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${value.map((item: JsonValue) => canonicalJson(item)).join(',')}]`;
  const members = Object.entries(value as Record<string, JsonValue | undefined>)
    .filter((entry): entry is [string, JsonValue] => entry[1] !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
