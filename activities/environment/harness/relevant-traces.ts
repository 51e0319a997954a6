import type { Definition } from '../../../core/schemas/environment-definition';
import type { TraceRecord } from '../stored-traces';

/** Number of inputs to take from one other function. It provides values, not its whole suite. */
const mostOfNeighbour = 40;
const mostCharacters = 3_000_000;

/**
 * Chooses, from all traces of a repository, possible inputs of one function: its own inputs, receivers and constructor calls
 * of its class, and values for parameters of the same names. The order is fixed, and the result fits into one request.
 */
export function relevantTraces(
  records: readonly TraceRecord[],
  definitions: readonly Definition[],
  target: Definition,
): readonly TraceRecord[] {
  const known = new Map(definitions.map((one) => [one.id, one]));
  const names = new Set(target.signature.parameters.map(({ name }) => name));
  const owner = ownerOf(target);
  const counts = new Map<string, number>();
  const wanted = (record: TraceRecord): boolean => {
    if (record.id === target.id) return true;
    const other = known.get(record.id);
    if (other === undefined) return false;
    const count = (counts.get(record.id) ?? 0) + 1;
    counts.set(record.id, count);
    if (count > mostOfNeighbour) return false;
    if (owner !== '' && ownerOf(other) === owner) return true;
    const named = ({ name }: { name: string }): boolean => name !== 'self' && names.has(name);
    return other.signature.parameters.some(named) || isRelated(target, other);
  };
  const own = records.filter(({ id }) => id === target.id);
  const others = records.filter((record) => record.id !== target.id && wanted(record));
  let characters = 0;
  return [...own, ...others].filter((record) => {
    characters += JSON.stringify(record).length;
    return characters <= mostCharacters;
  });
}

function ownerOf({ qualname, name }: Definition): string {
  return qualname.slice(0, Math.max(qualname.length - name.length - 1, 0));
}

/** Receivers of derived classes and of base classes are used too. */
function isRelated(target: Definition, other: Definition): boolean {
  const [own, its] = [target.className, other.className];
  if (own === null || its === null || target.path !== other.path) return false;
  return other.bases.includes(own) || target.bases.includes(its);
}
