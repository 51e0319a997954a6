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
  return repository === 'django/django' ? files.map(djangoModule) : files;
}

function djangoModule(path: string): string {
  const inside = path.startsWith('tests/') ? path.slice('tests/'.length) : path;
  return inside.replace(/\.py$/, '').replaceAll('/', '.');
}
