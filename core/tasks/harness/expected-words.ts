import { errorWords } from '../../repository/compare/compare-errors';
import type { CaseRecord } from '../../python-values/case-record';
import { treeWords } from '../../python-values/tree-words';

/** What the calls of shown cases come to, then what they observe; null: nothing that words could say. */
export function expectedWords(records: readonly CaseRecord[]): string | null {
  const words = records.flatMap(({ calls, observations }) => [
    ...calls.map(({ outcome }) =>
      'raises' in outcome ? `raises ${errorWords(outcome.raises)}` : treeWords(outcome.value, 300),
    ),
    ...observations.map((tree) => treeWords(tree, 300)),
  ]);
  return words.length === 0 ? null : words.join('; ');
}
