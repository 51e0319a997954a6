import { isTestPath } from '../test-paths';

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
      if (to.endsWith('.py') && !isDeleted && to.split('/').at(-1) !== 'conftest.py')
        tests.push(to);
    } else {
      gold.push(part);
      if (to.endsWith('.py')) code.push(to);
    }
  }
  return { gold: gold.join(''), test: test.join(''), code, tests };
}
