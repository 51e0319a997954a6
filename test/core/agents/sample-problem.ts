import type { FunctionProblem } from '../../../core/tasks/function';

export const sampleProblem: FunctionProblem = {
  kind: 'function',
  id: 'Sample/0',
  dataset: 'sample',
  statement: 'def double(x):\n    """Twice x."""\n',
  entryPoint: 'double',
  preamble: 'def double(x):\n    """Twice x."""\n',
  visibleTests: ['assert double(2) == 4', 'assert double(0) == 0'],
  visibleSetup: '',
};

export const sampleCandidate = {
  problem: sampleProblem,
  program: 'def double(x):\n    return x + 2',
  feedback: 'passed:\nassert double(2) == 4\nfailed:\nassert double(0) == 0 # gave 2',
  strategy: null,
  review: null,
};
