import type { TestRunner } from '../../core/schemas/patch-task';
import type { TaskSpecs } from './read-task-specs';
import type { RepositoryTask } from './repository-task';

export interface TaskSpec {
  readonly python: string | null;
  readonly requirements: readonly string[];
  readonly runner: TestRunner;
}

const pytest = (...more: readonly string[]): TestRunner => ({
  kind: 'pytest',
  arguments: ['-rA', ...more],
  environment: {},
});

const sympy: TestRunner = {
  kind: 'script',
  arguments: ['bin/test', '-C', '--verbose'],
  environment: { PYTHONWARNINGS: 'ignore::UserWarning,ignore::SyntaxWarning' },
};

const django: TestRunner = {
  kind: 'script',
  arguments: ['tests/runtests.py', '--verbosity', '2', '--settings=test_sqlite', '--parallel', '1'],
  environment: {},
};

/** How SWE-bench's harness runs the tests of its repositories; all others have `pytest -rA`. */
const runners: Readonly<Record<string, TestRunner>> = {
  'astropy/astropy': pytest('-vv', '-o', 'console_output_style=classic', '--tb=no'),
  'django/django': django,
  'mwaskom/seaborn': pytest('--no-header'),
  'sqlfluff/sqlfluff': pytest('--disable-warnings'),
  'sympy/sympy': sympy,
};

/** SWE-bench's repositories of one version of Python alone; for others it is chosen from what the repository says. */
const usualPython = '3.9';
const pythons: Readonly<Record<string, string>> = { 'pallets/flask': '3.11' };
const ofSweBench = new Set([
  'astropy/astropy',
  'django/django',
  'marshmallow-code/marshmallow',
  'matplotlib/matplotlib',
  'mwaskom/seaborn',
  'pallets/flask',
  'psf/requests',
  'pvlib/pvlib-python',
  'pydata/xarray',
  'pydicom/pydicom',
  'pylint-dev/astroid',
  'pylint-dev/pylint',
  'pytest-dev/pytest',
  'pyvista/pyvista',
  'scikit-learn/scikit-learn',
  'sphinx-doc/sphinx',
  'sqlfluff/sqlfluff',
  'sympy/sympy',
]);

/** Whether a row is of SWE-bench itself, as far as its repository says. */
export function isOfSweBench({
  repository,
  address,
}: Pick<RepositoryTask, 'repository' | 'address'>): boolean {
  return ofSweBench.has(repository) && address === null;
}

/** What a person says of the environment, then what the row says, then what is known of its repository. */
export function taskSpec(task: RepositoryTask, specs?: TaskSpecs): TaskSpec {
  const { repository, given } = task;
  const said = specs?.(task) ?? { python: null, requirements: null, runner: null };
  const known = isOfSweBench(task);
  return {
    python: said.python ?? given.python ?? (known ? (pythons[repository] ?? usualPython) : null),
    requirements: known
      ? withPytest(repository, said.requirements ?? given.requirements)
      : (said.requirements ?? given.requirements),
    runner: said.runner ?? given.runner ?? runners[repository] ?? pytest(),
  };
}

/**
 * SWE-bench's images were made in 2023 with the pytest of that day: test ids of early versions have other forms. What it needs is named
 * too, because only what a row names may be younger than its commit.
 */
const harnessPytest = [
  'pytest==7.4.0',
  'exceptiongroup==1.1.3',
  'iniconfig==2.0.0',
  'packaging==23.1',
  'pluggy==1.3.0',
  'tomli==2.0.1',
];

function withPytest(repository: string, requirements: readonly string[]): readonly string[] {
  const isOwn = repository === 'pytest-dev/pytest' || runners[repository]?.kind === 'script';
  if (isOwn || requirements.some((line) => /^pytest\s*[=<>~!@]/.test(line))) return requirements;
  const named = new Set(requirements.map((line) => line.split('==')[0]));
  return [
    ...requirements.filter((line) => line !== 'pytest'),
    ...harnessPytest.filter(
      (line) => line.startsWith('pytest==') || !named.has(line.split('==')[0]),
    ),
  ];
}
