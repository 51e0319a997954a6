import type { TokenBudget } from '../../repository/slices/fill-budget';
import { codeAround } from './code-around';
import type { Location } from './locations';

/** A location set as a strategy of a search holds it: its places in words, then the code around them. */
export function locationSetText(
  texts: ReadonlyMap<string, string>,
  locations: readonly Location[],
  budget: TokenBudget,
): string {
  const byPath = new Map<string, string[]>();
  for (const { path, name } of locations) byPath.set(path, [...(byPath.get(path) ?? []), name]);
  // Line numbers would end up in edits.
  const names = [...byPath].map(([path, of]) => {
    const said = of.filter((name) => !/^lines? /.test(name));
    return said.length === 0 ? `- ${path}` : `- ${path}: ${said.join(', ')}`;
  });
  return ['Places to change:', names.join('\n'), '', codeAround(texts, locations, budget)].join(
    '\n',
  );
}
