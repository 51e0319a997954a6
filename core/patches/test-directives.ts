import { isTestPath } from './test-paths';

/** Files that a runner of tests is not asked to run, by the ends of their names, as the SWE-bench harness has them. */
const notTests = [
  '.json',
  '.png',
  'csv',
  '.txt',
  '.md',
  '.jpg',
  '.jpeg',
  '.pkl',
  '.yml',
  '.yaml',
  '.toml',
];

/** The Python files that these pytest ids name. Other files, such as text files with doctests, are left out. */
export function testFilesOf(ids: readonly string[]): readonly string[] {
  const files = new Set(ids.map((id) => id.split('::')[0] ?? ''));
  return [...files].filter((path) => path.endsWith('.py') && isTestPath(path)).sort();
}

const target = /^diff --git a\/.* b\/(.*)$/gm;

/** Files that a patch of tests changes or adds, from the root, in its order. */
export function patchedFiles(patch: string): readonly string[] {
  return [...patch.matchAll(target)].map(([, path = '']) => path);
}

/** What the runner of tests is told to run, by the official rules. Django's own runner takes modules. */
export function testDirectives(repository: string, testPatch: string): readonly string[] {
  const files = patchedFiles(testPatch).filter(
    (path) => !notTests.some((end) => path.endsWith(end)),
  );
  return files.map((path) => testDirective(repository, path));
}

/** What the runner is told to run for one file. */
export function testDirective(repository: string, path: string): string {
  return repository === 'django/django' ? djangoModule(path) : path;
}

/** What the runner is told to run for the tests that judge. Without a patch of tests, they are files of the repository. */
export function judgingDirectives(
  repository: string,
  {
    testPatch,
    failToPass,
    passToPass,
  }: {
    readonly testPatch: string;
    readonly failToPass: readonly string[];
    readonly passToPass: readonly string[];
  },
): readonly string[] {
  return testPatch === ''
    ? testFilesOf([...failToPass, ...passToPass])
    : testDirectives(repository, testPatch);
}

function djangoModule(path: string): string {
  const inside = path.startsWith('tests/') ? path.slice('tests/'.length) : path;
  return inside.replace(/\.py$/, '').replaceAll('/', '.');
}
