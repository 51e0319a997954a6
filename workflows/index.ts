/** What the worker bundles: every workflow, by the name the engine knows it by. */
export { expandNode } from './expand-node';
export { runSweep } from './run-sweep';
export { solveProblem } from './solve-problem';
