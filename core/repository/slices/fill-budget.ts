import type { SliceFragment } from '../../schemas/slice-fragment';
import { sliceText } from './slice-text';
import { withNeeds } from './with-needs';

export interface TokenBudget {
  readonly tokens: number;
  readonly countTokens: (text: string) => number;
}

export interface FilledBudget {
  /** Places of the chosen fragments, in order. */
  readonly chosen: readonly number[];
  readonly text: string;
}

/**
 * The fragments of a slice that fit into a budget, by priority. Each fragment is taken with everything it needs, or not at
 * all. A smaller fragment may still fit after one that did not. The text never exceeds the budget: if not even the first
 * fragment fits, the result is empty.
 * @param fragments by priority
 * @param home path of the file of the definition
 */
export function fillBudget(
  fragments: readonly SliceFragment[],
  home: string,
  { tokens, countTokens }: TokenBudget,
): FilledBudget {
  const textOf = (groups: readonly (readonly number[])[]) =>
    sliceText(
      groups.flat().flatMap((place) => fragments[place] ?? []),
      home,
    );
  const headingCost = (path: string) => countTokens(`\`\`\`python\n## ${path}\n\`\`\`\n\n`);
  const costs = fragments.map(({ indent, text, opens, inner }) =>
    countTokens(`${indent}${text}\n${opens ? `${inner}...\n` : ''}`),
  );
  const groups: (readonly number[])[] = [];
  const taken = new Set<number>();
  const files = new Set<string>();
  let spent = 0;
  for (const place of fragments.keys()) {
    const group = withNeeds(fragments, [place]).filter((one) => !taken.has(one));
    const paths = new Set(group.flatMap((one) => fragments[one]?.path ?? []));
    const cost =
      group.reduce((sum, one) => sum + (costs[one] ?? 0), 0) +
      [...paths].reduce((sum, path) => sum + (files.has(path) ? 0 : headingCost(path)), 0);
    if (spent + cost > tokens) continue;
    groups.push(group);
    for (const one of group) taken.add(one);
    for (const path of paths) files.add(path);
    spent += cost;
  }
  // The empty lines between them are not counted yet.
  while (countTokens(textOf(groups)) > tokens && groups.length > 0) groups.pop();
  return { chosen: groups.flat().sort((left, right) => left - right), text: textOf(groups) };
}
