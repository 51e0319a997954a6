import { someTreePart } from './walk-tree';

/** How closely floats have to agree. A tolerance is symmetric: `|a - b| <= max(relative * max(|a|, |b|), absolute)`. */
export type FloatPolicy =
  | { readonly kind: 'exact' }
  | { readonly kind: 'close'; readonly relative: number; readonly absolute: number };

/**
 * What counts as the same outcome. Both kinds of floats hold NaN equal to NaN. -0.0 and 0.0 differ where floats are exact,
 * and agree, as in Python, where they are close. A tolerance does not reach into sets and keys of dicts, whose elements
 * Python finds by equality.
 */
export interface ComparisonPolicy {
  readonly floats: FloatPolicy;
  /** Of exceptions: `compared`, white space and addresses aside, or the class alone counts. */
  readonly messages: 'compared' | 'not-compared';
}

/** Two runs of one program, and of a mutant: what is not the same to the bit is not the same. */
export const exactPolicy: ComparisonPolicy = { floats: { kind: 'exact' }, messages: 'compared' };

/** A candidate may add in another order. */
export const candidatePolicy: ComparisonPolicy = {
  floats: { kind: 'close', relative: 1e-9, absolute: 1e-12 },
  messages: 'compared',
};

/**
 * The policy for candidates of one function: the smallest number that the original gives is not within what nothing is
 * allowed to be off, or 0.0 would be right for whoever reckons in nanometres or electron volts.
 * @param outcomes of the original, whole trees
 */
export function policyFor(outcomes: readonly unknown[]): ComparisonPolicy {
  const { floats } = candidatePolicy;
  if (floats.kind === 'exact') return candidatePolicy;
  let absolute = floats.absolute;
  for (const tree of outcomes) {
    someTreePart(tree, (part) => {
      const texts = part.kind === 'float' ? [part.text] : part.kind === 'complex' ? part.parts : [];
      for (const size of texts.map((text) => Math.abs(numberOf(text)))) {
        if (size > 0) absolute = Math.min(absolute, size * floats.relative);
      }
      return false;
    });
  }
  return { ...candidatePolicy, floats: { ...floats, absolute } };
}

/** Of two texts as Python's `repr` writes floats. */
export function sameFloat(left: string, right: string, policy: FloatPolicy): boolean {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (Object.is(a, b)) return true;
  if (policy.kind === 'exact' || !Number.isFinite(a) || !Number.isFinite(b)) return false;
  const most = Math.max(policy.relative * Math.max(Math.abs(a), Math.abs(b)), policy.absolute);
  return Math.abs(a - b) <= most;
}

function numberOf(text: string): number {
  if (text === 'inf') return Infinity;
  return text === '-inf' ? -Infinity : Number(text);
}
