import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { runToEnd } from '../run-to-end';
import type { ScratchCheckout } from '../scratch-checkout';
import { withFault, type FaultArea, type PlantedFault } from './planted-fault';

export interface PlantedResult {
  readonly area: string;
  readonly name: string;
  readonly file: string;
  /** The first failed test, by name. null: the fault survived. */
  readonly caughtBy: string | null;
  readonly seconds: number;
}

/**
 * Plants each fault alone, and runs its tests one file after the other until one fails.
 * @throws RangeError for a fault whose text is not in its file, and when a test file cannot be run without any fault
 */
export async function plantFaults(
  checkout: ScratchCheckout,
  areas: readonly FaultArea[],
  heard: (result: PlantedResult) => void,
): Promise<readonly PlantedResult[]> {
  const results: PlantedResult[] = [];
  for (const { name: area, faults } of areas) {
    for (const fault of faults) {
      const result = { area, ...(await planted(checkout, fault)) };
      results.push(result);
      heard(result);
    }
  }
  return results;
}

async function planted(
  checkout: ScratchCheckout,
  fault: PlantedFault,
): Promise<Omit<PlantedResult, 'area'>> {
  const startedMs = performance.now();
  let caughtBy: string | null = null;
  const change = (text: string): string => withFault(text, fault);
  await checkout.withText(fault.file, change, async () => {
    if (fault.built === true) await build(checkout);
    for (const test of fault.tests) {
      const failure = test.endsWith('.py') ? firstPythonFailure : firstFailure;
      caughtBy = await failure(checkout, test);
      if (caughtBy !== null) return;
    }
  });
  if (fault.built === true) await build(checkout);
  const seconds = (performance.now() - startedMs) / 1000;
  return { name: fault.name, file: fault.file, caughtBy, seconds };
}

interface JestReport {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Name of the first test of a file that fails. null: all pass. @throws RangeError when the file has no test */
export async function firstFailure(
  { root }: Pick<ScratchCheckout, 'root'>,
  test: string,
): Promise<string | null> {
  const output = join(dirname(root), 'report.json');
  await rm(output, { force: true });
  const flags = ['--json', `--outputFile=${output}`, '--silent', '--runTestsByPath'];
  const args = ['node_modules/jest/bin/jest.js', ...flags, test];
  const { output: said } = await runToEnd({ cwd: root, command: process.execPath, args });
  const text = await readFile(output, 'utf8').catch(() => null);
  if (text === null) throw new RangeError(`${test} was not run:\n${said.slice(-2_000)}`);
  const { testResults, numTotalTests } = JSON.parse(text) as JestReport;
  for (const { status, message, assertionResults } of testResults) {
    const failed = assertionResults.find((one) => one.status === 'failed');
    if (failed !== undefined) return failed.fullName;
    if (status === 'failed') return message.split('\n')[0] ?? 'the file cannot be loaded';
  }
  if (numTotalTests === 0) throw new RangeError(`${test} has no test`);
  return null;
}

/** The same for a file of unit tests of Python, `python/tests/…/test_x.py`. */
async function firstPythonFailure(
  { root }: Pick<ScratchCheckout, 'root'>,
  test: string,
): Promise<string | null> {
  const module = test
    .replace(/^python\//, '')
    .replace(/\.py$/, '')
    .replaceAll('/', '.');
  const args = ['-B', '-m', 'unittest', '--failfast', module];
  const cwd = join(root, 'python');
  const { output: said } = await runToEnd({ cwd, command: '/usr/bin/python3', args });
  if (!/^Ran [1-9]\d* tests?/m.test(said)) throw new RangeError(`${test} was not run:\n${said}`);
  return /^(?:FAIL|ERROR): (.*)$/m.exec(said)?.[1] ?? null;
}

async function build({ root }: ScratchCheckout): Promise<void> {
  await runToEnd({ cwd: root, command: process.execPath, args: ['scripts/build.mjs'] });
}
