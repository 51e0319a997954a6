/** What the worker bundles: every workflow, by the name the engine knows it by. */
export { expandNode } from './search/expand-node';
export { runSweep } from './work/run-work';
export { solveProblem } from './search/solve-problem';
