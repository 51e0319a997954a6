import type { FaultArea } from '../planted-fault';
import { harnessSteps } from './harness-steps';
import { repositories } from './repositories';
import { containersAndDefinitions } from './containers-and-definitions';

/** Building of environments and their harnesses. */
export const environments: FaultArea = {
  name: 'environments',
  faults: [
    {
      name: 'CPU time and wall time of a job change places',
      file: 'activities/environment/counted-cell.ts',
      find: 'count(result.cpuMs, result.wallMs);',
      replace: 'count(result.wallMs, result.cpuMs);',
      tests: ['test/activities/environment/counted-cell.test.ts'],
    },
    {
      name: 'the head of an installation log is kept in place of its end',
      file: 'activities/environment/repository/install-record.ts',
      find: 'log: log.slice(-longestLog),',
      replace: 'log: log.slice(0, longestLog),',
      tests: ['test/activities/environment/repository/install-record.test.ts'],
    },
    {
      name: 'exactly the least coverage is not enough',
      file: 'core/repository/gates/coverage.ts',
      find: 'branch >= least) return passed;',
      replace: 'branch > least) return passed;',
      tests: ['test/core/repository/gates/gates.test.ts'],
    },
    {
      name: 'traces under another clock are taken for those of today',
      file: 'activities/environment/repository/capture-traces.ts',
      find: "const key = stepKey('traces', { environment, place, clock: caseClock });",
      replace: "const key = stepKey('traces', { environment, place });",
      tests: ['test/activities/environment/repository/stopped-jobs.test.ts'],
    },
    {
      name: 'a table with another type of column counts as equal',
      file: 'python/repository/run/outcomes.py',
      find: 'types_of = [str(t) for t in (value.dtypes if kind is pandas.DataFrame else [value.dtype])]',
      replace: 'types_of = []',
      tests: ['python/tests/repository/run/test_outcomes.py'],
    },
    {
      name: 'an archive in an archive is refused too early',
      file: 'python/repository/removal/secret.py',
      find: '            if depth == 0:\n                return UNSEEN',
      replace: '            if depth <= 1:\n                return UNSEEN',
      tests: ['python/tests/repository/removal/test_remove_body.py'],
    },
    {
      name: 'zero is right for a tiny complex number',
      file: 'core/python-values/comparison-policy.ts',
      find: "part.kind === 'complex' ? part.parts : []",
      replace: '[]',
      tests: ['test/core/repository/compare/compare-trees.test.ts'],
    },
    ...repositories,
    ...harnessSteps,
    ...containersAndDefinitions,
  ],
};
