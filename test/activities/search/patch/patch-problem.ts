import { PatchProblem } from '../../../../core/tasks/patch/patch';

/** A task whose repository is nowhere: for what asks nobody but fakes. */
export const patchProblem = PatchProblem.parse({
  ...{ kind: 'patch', id: 'o__r-1', dataset: 'd', statement: 'total subtracts.', context: '' },
  source: {
    ...{ repository: 'o/r', address: null, commit: '0'.repeat(40), until: null, python: null },
    ...{ requirements: [], image: null },
  },
  runner: { kind: 'pytest', arguments: [], environment: {} },
  visibleTests: [],
});
