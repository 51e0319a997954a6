import { labelIn } from './labelled';
import { marks, verdictWord } from './words';

const pattern = new RegExp(
  String.raw`\?[\s*_]*$|^${marks}(?:\d{1,2}[.)]\s{0,3})?[\w ,/()-]{1,40}[\s*_]{0,3}[:–—]${marks}(?:${verdictWord})[\s*_.!✅❌✓✗]{0,9}$` +
    String.raw`|^${marks}(?:\d{1,2}[.)]|[-•])${marks}(?:${verdictWord})(?:[\s*_.!✅❌✓✗]{0,9}$|[\s*_]{0,4}[:,.;–—-]\s)`,
  'iu',
);

/** A line asks one point of several, `Boundaries?`, or answers it: `1. Edge cases: yes`, `General: no`, `2. Yes, as …`. */
export function answersPoint(line: string): boolean {
  if (!pattern.test(line)) return false;
  const label = labelIn(line);
  return label === null || label.ofAnything;
}
