import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { findPackageRoot } from '../../../config/package-root';
import { faultAreas } from '../../../laboratory/trials/planted/fault-areas';
import { firstFailure } from '../../../laboratory/trials/planted/plant';
import { withFault } from '../../../laboratory/trials/planted/planted-fault';
import { runTrial } from '../../cli/sandbox/run-command';

const faults = faultAreas.flatMap((area) => area.faults);
const textOf = (file: string): string => readFileSync(join(findPackageRoot(), file), 'utf8');

describe('the list of planted faults', () => {
  it.each(faults)('can be planted: $name', (fault) => {
    const text = textOf(fault.file);
    expect(withFault(text, fault)).not.toBe(text);
  });

  it('names every fault once, and test files that are there', () => {
    const names = faults.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const tests = faults.flatMap((fault) => fault.tests);
    expect(tests.filter((test) => !existsSync(join(findPackageRoot(), test)))).toEqual([]);
  });

  it('has a test for each', () => {
    expect(faults.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });
});

describe('a fault whose text is not in its file', () => {
  const fault = { name: 'wrong sum', file: 'sum.ts', find: 'a + b', replace: 'a - b', tests: [] };

  it.each([
    ['a - b', '0 times'],
    ['a + b + a + b', '2 times'],
  ])('is refused with its name and the file: %s', (text, times) => {
    expect(() => withFault(text, fault)).toThrow(
      `wrong sum: sum.ts has the text to replace ${times}, not once`,
    );
  });
});

describe('the first failure of a test file', () => {
  let root: string;
  beforeEach(() => {
    root = join(mkdtempSync(join(tmpdir(), 'espalier-planted-')), 'checkout');
    mkdirSync(join(root, 'node_modules', 'jest', 'bin'), { recursive: true });
  });
  afterEach(() => {
    rmSync(dirname(root), { recursive: true, force: true });
  });

  /** Jest ends with this report. null: without one. */
  function jestReports(report: unknown): void {
    const program = `const file = process.argv.find((one) => one.startsWith('--outputFile=')).slice(13);
      console.error('what jest said');
      if (${String(report !== null)}) require('fs').writeFileSync(file, ${JSON.stringify(JSON.stringify(report))});
      process.exit(1);`;
    writeFileSync(join(root, 'node_modules', 'jest', 'bin', 'jest.js'), program);
  }

  const passed = { status: 'passed', fullName: 'adds' };
  const failed = { status: 'failed', fullName: 'adds negative numbers' };

  it.each([
    ['the test', 'failed', '', [passed, failed], 'adds negative numbers'],
    ['the reason why it cannot be loaded', 'failed', 'no module\nat x', [], 'no module'],
    ['nothing', 'passed', '', [passed], null],
  ])('is %s', async (_, status, message, assertionResults, found) => {
    jestReports({ numTotalTests: 2, testResults: [{ status, message, assertionResults }] });
    expect(await firstFailure({ root }, 'sum.test.ts')).toBe(found);
  });

  it('is not known of a file without tests, or when jest does not run it', async () => {
    jestReports({ numTotalTests: 0, testResults: [] });
    await expect(firstFailure({ root }, 'sum.test.ts')).rejects.toThrow('sum.test.ts has no test');
    jestReports(null);
    const reason = 'sum.test.ts was not run:\nwhat jest said';
    await expect(firstFailure({ root }, 'sum.test.ts')).rejects.toThrow(reason);
  });
});

describe('the trial', () => {
  it('lists faults of one area without planting them', async () => {
    const { code, stdout } = await runTrial(['planted', 'money', '--list']);
    expect(code).toBe(0);
    expect(stdout).toContain('workflows/dialogue/refine-solution.ts');
    expect(stdout).not.toContain('core/metrics');
  });

  it.each([
    [['planted', 'time'], 'no area time'],
    [['planted', '--only', 'no such fault'], '--only no such fault names no fault'],
    [['mutants', 'lab/runs'], 'no folder lab/runs of core/'],
    [['mutants', 'core/nothing'], 'no folder core/nothing of core/'],
  ])('refuses what is not there: %j', async (typed, words) => {
    const { code, stderr } = await runTrial(typed);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});
