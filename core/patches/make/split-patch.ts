/** A patch of a commit in the two parts of a task. */
export interface SplitPatch {
  /** Changes of code: what solves the task. */
  readonly gold: string;
  /** Changes of tests, and of the files that only tests read: what judges it. */
  readonly test: string;
  /** Files of `gold` that end in `.py`. */
  readonly code: readonly string[];
  /** Files of `test` that a runner of tests is told to run. */
  readonly tests: readonly string[];
}

const header = /^diff --git a\/(.+?) b\/(.+)$/;
const testFolders = new Set(['test', 'tests', 'testing', 'e2e']);
const testFile = /^(test_.*|.*_tests?|tests?|conftest)\.py$/;

/** Whether a file of a repository holds tests, by its name. */
export function isTestFile(path: string): boolean {
  const name = path.split('/').at(-1) ?? '';
  return testFile.test(name) && name !== 'conftest.py';
}

/** Whether a file belongs to the tests of a repository, by its path. */
export function isTestPath(path: string): boolean {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  return testFile.test(name) || parts.slice(0, -1).some((part) => testFolders.has(part));
}

/** Divides a diff of `git` by the files that it changes. Each file is of one part, as its old and its new path say. */
export function splitPatch(diff: string): SplitPatch {
  const parts = diff.split(/^(?=diff --git )/m).filter((part) => part.startsWith('diff --git '));
  const gold: string[] = [];
  const test: string[] = [];
  const code: string[] = [];
  const tests: string[] = [];
  for (const part of parts) {
    const [, from = '', to = ''] = header.exec(part.slice(0, part.indexOf('\n'))) ?? [];
    const isDeleted = /^deleted file mode /m.test(part);
    if (isTestPath(from) || isTestPath(to)) {
      test.push(part);
      if (to.endsWith('.py') && !isDeleted && !to.endsWith('conftest.py')) tests.push(to);
    } else {
      gold.push(part);
      if (to.endsWith('.py')) code.push(to);
    }
  }
  return { gold: gold.join(''), test: test.join(''), code, tests };
}
