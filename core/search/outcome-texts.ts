import type { SearchNode, SearchOutcome } from '../schemas/search';
import type { TextRef } from '../schemas/text';

/** sha256 of every text that the record of a search names. */
export function searchTexts({ nodes, strategies, plans = [] }: SearchOutcome): readonly string[] {
  const ofPlans = plans.flatMap(({ example, plan }) => [example, plan]);
  return [...hashes([...strategies, ...ofPlans]), ...nodes.flatMap(nodeTexts)];
}

function nodeTexts({ program, ...node }: SearchNode): readonly string[] {
  const { strategy, reflection, visible, critique, words = {} } = node;
  const said = critique.kind === 'none' ? null : critique.words;
  const texts = [strategy, reflection, visible?.feedback ?? null, said, ...Object.values(words)];
  return program === null ? hashes(texts) : [program, ...hashes(texts)];
}

function hashes(texts: readonly (TextRef | null)[]): readonly string[] {
  return texts.flatMap((text) => (text === null ? [] : [text.sha256]));
}
