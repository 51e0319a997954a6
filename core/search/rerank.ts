import type { SearchNode, VisibleResult } from '../schemas/search';

/** Tests of the repository that a patch breaks. A result without groups counts every test that it does not pass. */
function broken({ visible }: SearchNode): number {
  if (visible === null) return Number.POSITIVE_INFINITY;
  const { passed, total } = visible.groups?.regression ?? visible;
  return total - passed;
}

function reproductionPasses(visible: VisibleResult | null): boolean {
  const { passed = 0, total = 0 } = visible?.groups?.reproduction ?? {};
  return total > 0 && passed === total;
}

/** Equal patches have equal votes. A program without a vote is equal to its own text alone. */
function voteOf({ vote, program }: SearchNode): string {
  return vote ?? program ?? '';
}

/**
 * The choice of Agentless (its section 3.4): the patches that break the fewest tests; of those, the ones that pass the
 * reproduction test, if any does; of those, the largest group of equal patches, and its first. Of two groups of one size,
 * the one with the earlier patch.
 * @param nodes with a program, in the order in which they were made
 */
export function rerank(nodes: readonly SearchNode[]): SearchNode | undefined {
  const fewest = Math.min(...nodes.map(broken));
  const least = nodes.filter((node) => broken(node) === fewest);
  const resolving = least.filter(({ visible }) => reproductionPasses(visible));
  const left = resolving.length > 0 ? resolving : least;
  const sizes = new Map<string, number>();
  for (const node of left) sizes.set(voteOf(node), (sizes.get(voteOf(node)) ?? 0) + 1);
  const largest = Math.max(...sizes.values());
  return left.find((node) => sizes.get(voteOf(node)) === largest);
}
