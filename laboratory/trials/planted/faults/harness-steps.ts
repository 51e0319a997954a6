import type { PlantedFault } from '../planted-fault';

const pythonJobs = 'test/repositories/python-jobs.sandbox.test.ts';

/** Intake, gates, harness steps and cells of repositories. */
export const harnessSteps: readonly PlantedFault[] = [
  {
    name: 'an environment forgets what its installation lacks if the intake lacked something',
    file: 'activities/environment/repository/finish-environment.ts',
    find: '[own, ...installed])]',
    replace: '[own])]',
    tests: ['test/activities/environment/repository/finish-environment.test.ts'],
  },
  {
    name: 'a case with one comparison of an expression with itself is dropped with its other ones',
    file: 'core/repository/gates/vacuity.ts',
    find: "if (comparisons.target === 0 && comparisons.self > 0) return 'self_compare';",
    replace: "if (comparisons.self > 0) return 'self_compare';",
    tests: ['test/core/repository/gates/gates.test.ts'],
  },
  {
    name: 'a run of tokens that the signature shows is called a leak',
    file: 'python/repository/text/leaks.py',
    find: 'if length > best and length > permitted:',
    replace: 'if length > best and length >= permitted:',
    tests: ['python/tests/repository/text/test_leaks.py', pythonJobs],
  },
  {
    name: 'a check of many tests counts as one program of its cell',
    file: 'sandbox/cells/cell.ts',
    find: 'this.served += Math.max(1, tests.length);',
    replace: 'this.served += 1;',
    tests: ['test/sandbox/cells/cell-pool.test.ts'],
  },
  {
    name: 'a slice ends at the first fragment that does not fit',
    file: 'core/repository/slices/fill-budget.ts',
    find: 'if (spent + cost > tokens) continue;',
    replace: 'if (spent + cost > tokens) break;',
    tests: ['test/core/repository/slices/fill-budget.test.ts'],
  },
  {
    name: 'a late retry overwrites the rejection of a function',
    file: 'store/environments/funnel.ts',
    find: 'if (ends.some((end) => end === known.stage)) return;',
    replace: "if (known.stage === 'accepted') return;",
    tests: ['test/store/environments/environments.test.ts'],
  },
  {
    name: 'a name with several versions in a lock is bound to the lowest',
    file: 'python/repository/install/declared.py',
    find: 'for name, found in sorted(several.items()) if len(found) == 1}',
    replace: 'for name, found in sorted(several.items()) if found}',
    tests: ['python/tests/repository/install/test_declared.py', pythonJobs],
  },
  {
    name: 'what a case changes in the environment variables is not recorded',
    file: 'python/repository/run/cases.py',
    find: 'environment = dict(os.environ._data)',
    replace: 'environment = os.environ._data',
    tests: [pythonJobs],
  },
  {
    name: 'modules that were not imported in time are not said',
    file: 'python/repository/smoke_imports.py',
    find: '"partial" if bad or not_run else',
    replace: '"partial" if bad else',
    tests: ['python/tests/repository/install/test_smoke_imports.py', pythonJobs],
  },
  {
    name: 'the cost of what ran alone in cells is not counted',
    file: 'activities/environment/harness/run-harness-step.ts',
    find: 'alone: (work) => context.alone((cell) => work(countedCell(cell, count, begin))),',
    replace: 'alone: context.alone,',
    tests: ['test/activities/environment/harness/run-harness-step.test.ts'],
  },
  {
    name: 'a harness passes though some of its reruns never ended',
    file: 'activities/environment/harness/rerun-harness.ts',
    find: 'if (new Set(reruns.map(({ cause }) => cause)).size < Object.keys(causeOf).length) {',
    replace: 'if (reruns.length === 0) {',
    tests: ['test/activities/environment/harness/rerun-harness.test.ts'],
  },
  {
    name: 'a lone installation is ended at the time of one among others',
    file: 'activities/environment/repository/install-tree.ts',
    find: 'wallMs: (total * patience + 120) * 1_000,',
    replace: 'wallMs: (total + 120) * 1_000,',
    tests: ['test/activities/environment/repository/stopped-jobs.test.ts'],
  },
  {
    name: 'an example of a docstring is run after statements that follow it',
    file: 'core/repository/docstring-examples.ts',
    find: 'setup: [...setup]',
    replace: 'setup',
    tests: ['test/core/repository/docstring-examples.test.ts'],
  },
  {
    name: 'files that are left out count for the size of a repository',
    file: 'repositories/intake/git-tree.ts',
    find: 'const total = wanted.reduce(',
    replace: 'const total = rows.reduce(',
    tests: ['test/repositories/intake/intake.test.ts'],
  },
  {
    name: 'env build ignores --fresh',
    file: 'lab/environments/plan-environments.ts',
    find: '    ...(request.fresh === undefined ? {} : { fresh: request.fresh }),\n',
    replace: '',
    tests: ['test/lab/environments/plan-environments.test.ts'],
  },
];
