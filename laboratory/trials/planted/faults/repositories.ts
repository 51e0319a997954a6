import type { PlantedFault } from '../planted-fault';

const pythonJobs = 'test/repositories/python-jobs.sandbox.test.ts';

/** More of environments: index, intake, installation, cases, coverage, comparison, cells and exports. */
export const repositories: readonly PlantedFault[] = [
  {
    name: 'a package that was taken back with a reason is installed',
    file: 'repositories/package-index/index-page.ts',
    find: "typeof value['yanked'] === 'string' ? value['yanked'] : value['yanked'] === true",
    replace: "value['yanked'] === true",
    tests: ['test/repositories/package-index/gateway.test.ts'],
  },
  {
    name: 'the credentials of an index go to the host that it redirects to',
    file: 'repositories/package-index/upstream.ts',
    find: 'return once(next.href, headers, redirects - 1);',
    replace: 'return once(next.href, signed, redirects - 1);',
    tests: ['test/repositories/package-index/gateway.test.ts'],
  },
  {
    name: 'a clone that took too long rejects the repository for ever',
    file: 'repositories/intake/clone.ts',
    find: 'exitCode === null || !answered.test(complaint)',
    replace: 'exitCode !== null && !answered.test(complaint)',
    tests: ['test/repositories/intake/intake.test.ts'],
  },
  {
    name: 'a lower coverage gate is ignored when cases are varied',
    file: 'activities/environment/harness/generate-cases.ts',
    find: 'coverageGate(covered, source, context.gates.coverage)',
    replace: 'coverageGate(covered, source)',
    tests: ['test/activities/environment/harness/generate-cases.test.ts'],
  },
  {
    name: 'an environment names failed imports of other tools beside those of today',
    file: 'activities/environment/repository/import-modules.ts',
    find: 'record.lacks.filter((one) => !one.startsWith(ofImports))',
    replace: 'record.lacks',
    tests: ['test/activities/environment/repository/stopped-jobs.test.ts'],
  },
  {
    name: 'a cell that could not be opened once is never opened',
    file: 'activities/environment/lent-cell.ts',
    find: '      held = null;\n      throw error;',
    replace: '      throw error;',
    tests: ['test/activities/environment/lent-cell.test.ts'],
  },
  {
    name: 'one harness more than asked for is built at the same time',
    file: 'workflows/environment/build-environment.ts',
    find: 'functions.size < selected.harnessesAtOnce',
    replace: 'functions.size <= selected.harnessesAtOnce',
    tests: ['test/workflows/environment/build-environment.test.ts'],
  },
  {
    name: 'a function without branches is exported with no coverage',
    file: 'core/repository/export/eval-row.ts',
    find: '(measures.branchCoverage ?? 1) * 100',
    replace: '(measures.branchCoverage ?? 0) * 100',
    tests: ['test/report/environments/export.test.ts'],
  },
  {
    name: 'packages without the copies of one body serve all other functions',
    file: 'sandbox/harness/graded-environments.ts',
    find: 'if (!rest.success && first.same) await',
    replace: 'if (!rest.success) await',
    tests: ['test/sandbox/harness/graded-environments.test.ts'],
  },
  {
    name: 'an iterator that goes on equals one that ends',
    file: 'core/repository/compare/compare-trees.ts',
    find: "  if (left.more !== right.more) return differing('length', pair);\n",
    replace: '',
    tests: ['test/core/repository/compare/compare-trees.test.ts'],
  },
  {
    name: 'the generator of cases tries more inputs than its limit',
    file: 'python/repository/generate/rounds.py',
    find: 'fresh[:max(0, limits["tries"] - tried)]',
    replace: 'fresh[:limits["tries"]]',
    tests: ['python/tests/repository/generate/test_generate_cases.py', pythonJobs],
  },
  {
    name: 'a traced call loses a default before further positional arguments',
    file: 'python/repository/trace/tracer.py',
    find: ' and not (extra and how.startswith("positional"))',
    replace: '',
    tests: ['python/tests/repository/trace/test_trace_tests.py', pythonJobs],
  },
  {
    name: 'a package that is installed later need not have the hash of the lock',
    file: 'python/repository/install/ladder.py',
    find: 'constraints + self.binding, checked=True,',
    replace: 'constraints + self.binding,',
    tests: ['python/tests/repository/install/test_ladder.py', pythonJobs],
  },
  {
    name: 'a comment of a repository takes branches out of its coverage',
    file: 'python/repository/measure/branches.py',
    find: '("report:exclude_lines", "report:partial_branches")',
    replace: '("report:exclude_lines",)',
    tests: ['python/tests/repository/measure/test_branches.py', pythonJobs],
  },
  {
    name: 'the records of a job do not count as its output',
    file: 'python/repository_cell/watched.py',
    find: 'if written + self.record_bytes > self.limits["outputBytes"]',
    replace: 'if written > self.limits["outputBytes"]',
    tests: ['test/sandbox/backends.sandbox.test.ts'],
  },
];
