import type { ReferenceTrouble } from '../schemas/reference-trouble';
import type { TestOutcome, VerdictKind } from '../schemas/verdict';

const limitKinds: ReadonlySet<VerdictKind> = new Set([
  'timed-out',
  'memory-limit',
  'output-limit',
  'killed-by-signal',
]);

/** @param outcome of a test that a reference did not pass */
export function referenceTrouble({ kind }: Pick<TestOutcome, 'kind'>): ReferenceTrouble {
  return limitKinds.has(kind) ? 'stopped' : 'fails';
}
