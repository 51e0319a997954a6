const testFile = /^(?:test_.*|.*_tests?|tests?|conftest)\.py$/;
const testFolder = /^(?:tests?|testing|e2e)$/;
const docFolder = /^(?:docs?|documentation|examples?|tutorials?|benchmarks?|bench|asv_bench)$/;

/** Whether a file of a repository holds tests, or helps them. */
export function isTestPath(path: string): boolean {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  return testFile.test(name) || parts.some((part) => testFolder.test(part));
}

/** Whether it is no code of the product: tests, documentation, examples, or no Python. */
export function isSidePath(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  return (
    !path.endsWith('.py') || isTestPath(path) || folders.some((folder) => docFolder.test(folder))
  );
}
