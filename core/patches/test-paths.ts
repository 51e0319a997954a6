const testFolder = /^(?:tests?|testing|e2e)$/;
const testFile = /^(?:test_.*|.*_tests?|tests?|conftest)\.py$/;

/** Whether a file of a repository holds tests, by its name. */
export function isTestFile(path: string): boolean {
  const name = path.split('/').at(-1) ?? '';
  return testFile.test(name) && name !== 'conftest.py';
}

/**
 * Whether a file belongs to the tests of a repository, by its path: the folders that SWE-bench's collection of instances takes for tests, at
 * any depth. What grading puts back is less (`python/repository/patch/guarded.py`): `django/test` is code of the product.
 */
export function isTestPath(path: string): boolean {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  return testFile.test(name) || parts.some((part) => testFolder.test(part));
}
