/** What the worker bundles: every workflow, by the name the engine knows it by. */
export { runWork } from './work/run-work';

export { expandNode } from './search/expand-node';
export { solveProblem } from './search/solve-problem';

export { refineSolution } from './dialogue/refine-solution';
export { refinementRound } from './dialogue/refinement-round';

export { buildEnvironment } from './environment/build-environment';
export { buildHarness } from './environment/build-harness';

export { evaluateSamples } from './evaluation/evaluate-samples';
