import { bestFirst, createCodeTreeWithoutCritic } from './code-tree-without-critic';

/** Below the newest nodes. Among siblings, the node that passes most visible tests comes first (CodeTree §4.1). */
export const codeTreeDfs = createCodeTreeWithoutCritic(
  'code-tree-dfs',
  (left, right) => right.depth - left.depth || bestFirst(left, right),
  {
    d3w3: { maxDepth: 3, width: 3 },
    d4w2: { maxDepth: 4, width: 2 },
    d5w2: { maxDepth: 5, width: 2 },
  },
);
