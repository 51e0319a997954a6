import { bestFirst, createCodeTreeWithoutCritic } from './code-tree-without-critic';

/** Level by level. Within one, the node that passes most visible tests comes first (CodeTree §4.1). */
export const codeTreeBfs = createCodeTreeWithoutCritic(
  'code-tree-bfs',
  (left, right) => left.depth - right.depth || bestFirst(left, right),
  {
    d3w3: { maxDepth: 3, width: 3 },
    d2w4: { maxDepth: 2, width: 4 },
    d2w5: { maxDepth: 2, width: 5 },
  },
);
