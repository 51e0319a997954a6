import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { runToEnd } from '../run-to-end';
import type { ScratchCheckout } from '../scratch-checkout';

/** A test file that has not ended by then has noticed something. The slowest takes four minutes on two cores. */
const limitMs = 15 * 60_000;
const overdueText = 'no end within 15 minutes';

interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/**
 * Name of the first failed test of a test file. null: all pass.
 * @param test path from the root; `.py`: unit tests of Python
 * @throws RangeError when no test of it ran
 */
export function firstFailure(
  checkout: Pick<ScratchCheckout, 'root'>,
  test: string,
): Promise<string | null> {
  return test.endsWith('.py') ? firstOfPython(checkout, test) : firstOfJest(checkout, test);
}

async function firstOfJest(
  { root }: Pick<ScratchCheckout, 'root'>,
  test: string,
): Promise<string | null> {
  const report = join(dirname(root), 'report.json');
  await rm(report, { force: true });
  const flags = ['--json', `--outputFile=${report}`, '--silent', '--forceExit'];
  const args = ['node_modules/jest/bin/jest.js', ...flags, '--runTestsByPath', test];
  const ended = await runToEnd({ cwd: root, command: process.execPath, args, limitMs });
  if (ended.overdue) return overdueText;
  const text = await readFile(report, 'utf8').catch(() => null);
  if (text === null) throw new RangeError(`${test} was not run:\n${ended.output.slice(-2_000)}`);
  const { testResults, numPassedTests, numFailedTests } = JSON.parse(text) as JestReport;
  for (const { status, message, assertionResults } of testResults) {
    const failed = assertionResults.find((one) => one.status === 'failed');
    if (failed !== undefined) return failed.fullName;
    if (status === 'failed') return message.trim().split('\n')[0] ?? 'the file cannot be loaded';
  }
  if (numPassedTests + numFailedTests === 0) throw new RangeError(`no test of ${test} ran`);
  return null;
}

async function firstOfPython(
  { root }: Pick<ScratchCheckout, 'root'>,
  test: string,
): Promise<string | null> {
  const module = test
    .replace(/^python\//, '')
    .replace(/\.py$/, '')
    .replaceAll('/', '.');
  const { output, overdue } = await runToEnd({
    cwd: join(root, 'python'),
    command: '/usr/bin/python3',
    args: ['-B', '-m', 'unittest', '--failfast', module],
    limitMs,
  });
  if (overdue) return overdueText;
  const ran = Number(/^Ran (\d+) tests?/m.exec(output)?.[1] ?? 0);
  const skipped = Number(/skipped=(\d+)/.exec(output)?.[1] ?? 0);
  if (ran - skipped <= 0) throw new RangeError(`no test of ${test} ran:\n${output.slice(-2_000)}`);
  return /^(?:FAIL|ERROR): (.*)$/m.exec(output)?.[1] ?? null;
}
