import { createCodeTree } from './code-tree';

/** CodeTree's ablations (§4.4, table 4): the same machine, each without one of the critic's duties. */

/** The first node that passes the visible tests is accepted. */
export const codeTreeNoVerification = createCodeTree('code-tree-no-verification', {
  verification: false,
  abort: true,
  scoring: true,
});

/** Only the depth prunes. */
export const codeTreeNoAbort = createCodeTree('code-tree-no-abort', {
  verification: true,
  abort: false,
  scoring: true,
});

/** A node's score is the fraction of visible tests it passes. */
export const codeTreeNoScoring = createCodeTree('code-tree-no-scoring', {
  verification: true,
  abort: true,
  scoring: false,
});
