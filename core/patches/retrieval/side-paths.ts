import { isTestPath } from '../test-paths';

const docFolder = /^(?:docs?|documentation|examples?|tutorials?|benchmarks?|bench|asv_bench)$/;

/** Whether it is no code of the product: tests, documentation, examples, or no Python. */
export function isSidePath(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  return (
    !path.endsWith('.py') || isTestPath(path) || folders.some((folder) => docFolder.test(folder))
  );
}
