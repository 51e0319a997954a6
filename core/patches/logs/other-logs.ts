import { lines, stripped, words } from './python-text';
import type { TestStatuses } from './test-status';

/** `path::test PASSED [ 3%]` and `FAILED path::test`. Nothing else is read, skipped tests least of all. */
export function seabornLog(log: string): TestStatuses {
  const statuses = new Map<string, string>();
  for (const line of lines(log)) {
    const [first, second] = words(line);
    if (first === undefined || second === undefined) continue;
    if (line.startsWith('FAILED')) statuses.set(second, 'FAILED');
    else if (line.includes(' PASSED ')) {
      if (second === 'PASSED') statuses.set(first, 'PASSED');
    } else if (line.startsWith('PASSED')) statuses.set(second, 'PASSED');
  }
  return statuses;
}

const sympyFailure = /(_*) (.*)\.py:(.*) (_*)/g;
const sympyEnds: readonly (readonly [string, string])[] = [
  [' E', 'ERROR'],
  [' F', 'FAILED'],
  [' ok', 'PASSED'],
];

/** `test_x ok`, as sympy's own runner writes it; and the heads of its tracebacks, `____ path.py:test_x ____`. */
export function sympyLog(log: string): TestStatuses {
  const statuses = new Map<string, string>();
  const all = lines(log);
  for (const [, , path = '', test = ''] of all.join('\n').matchAll(sympyFailure)) {
    statuses.set(`${path}.py:${test}`, 'FAILED');
  }
  for (const raw of all) {
    const line = stripped(raw);
    const [test] = words(line);
    if (test === undefined || !line.startsWith('test_')) continue;
    for (const [end, status] of sympyEnds) if (line.endsWith(end)) statuses.set(test, status);
  }
  return statuses;
}
