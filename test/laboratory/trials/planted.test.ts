import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';

import { findPackageRoot } from '../../../config/package-root';
import { faultAreas } from '../../../laboratory/trials/planted/fault-areas';
import { eventually } from '../../../laboratory/home/eventually';
import { firstFailure } from '../../../laboratory/trials/planted/first-failure';
import { plantFaults } from '../../../laboratory/trials/planted/plant';
import { withFault } from '../../../laboratory/trials/planted/planted-fault';
import type { FaultArea, PlantedFault } from '../../../laboratory/trials/planted/planted-fault';
import { withScratchCheckout } from '../../../laboratory/trials/scratch-checkout';
import { runTrial } from '../../cli/sandbox/run-command';
import { tinyCheckout } from './tiny-checkout';

const faults = faultAreas.flatMap((area) => area.faults);
const textOf = (file: string): string => readFileSync(join(findPackageRoot(), file), 'utf8');

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function made(tests: Readonly<Record<string, unknown>> = {}): string {
  const root = tinyCheckout(tests);
  folders.push(root);
  return root;
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function pythonTest(root: string, line: string): void {
  const folder = join(root, 'python', 'tests');
  mkdirSync(folder, { recursive: true });
  const text = `import unittest\nclass Sum(unittest.TestCase):\n    def test_sum(self):\n        ${line}\n`;
  writeFileSync(join(folder, 'test_sum.py'), text);
}

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
  const failureOf = async (test: unknown): Promise<string | null> =>
    firstFailure({ root: made({ 'sum.test.ts': test }) }, 'sum.test.ts');
  const report = (status: string, message: string): unknown => ({
    report: { numPassedTests: 1, testResults: [{ status, message, assertionResults: [] }] },
  });

  it('is its test, or the reason why it cannot be loaded', async () => {
    expect(await failureOf({ needs: 'a - b' })).toBe('adds two numbers');
    expect(await failureOf(report('failed', '\n  no module\nat x'))).toBe('no module');
    expect(await failureOf({ needs: 'a + b' })).toBeNull();
  });

  it('is not known when no test of it ran', async () => {
    const skipped = { report: { numPassedTests: 0, numFailedTests: 0, testResults: [] } };
    await expect(failureOf(skipped)).rejects.toThrow('no test of sum.test.ts ran');
    const reason = 'sum.test.ts was not run:\nwhat jest said';
    await expect(failureOf({ report: null })).rejects.toThrow(reason);
  });

  it.each([
    ['self.assertEqual(1, 2)', 'test_sum (tests.test_sum.Sum'],
    ['self.assertEqual(1, 1)', null],
  ])('is that of unit tests of Python, too: %s', async (line, found) => {
    const root = made();
    pythonTest(root, line);
    const failure = await firstFailure({ root }, 'python/tests/test_sum.py');
    if (found === null) expect(failure).toBeNull();
    else expect(failure).toContain(found);
  });

  it('is not known of unit tests of Python that are all skipped', async () => {
    const root = made();
    pythonTest(root, "self.skipTest('no tools')");
    await expect(firstFailure({ root }, 'python/tests/test_sum.py')).rejects.toThrow(
      'no test of python/tests/test_sum.py ran',
    );
  });
});

describe('a planted fault', () => {
  const fault: PlantedFault = {
    name: 'wrong sum',
    file: 'sum.ts',
    find: 'a + b',
    replace: 'a - b',
    tests: ['weak.test.ts', 'sum.test.ts'],
  };
  const tests = {
    'sum.test.ts': { needs: 'a + b' },
    'weak.test.ts': { needs: 'b' },
    'broken.test.ts': { needs: 'c' },
    'skipped.test.ts': { report: { numPassedTests: 0, numFailedTests: 0, testResults: [] } },
  };

  it('is caught, survives, or cannot be planted, and its neighbours are tried all the same', async () => {
    const root = made(tests);
    const told: string[] = [];
    const area: FaultArea = {
      name: 'sums',
      faults: [
        { ...fault, find: 'a * b' },
        fault,
        { ...fault, tests: ['weak.test.ts'] },
        { ...fault, tests: ['broken.test.ts'] },
        { ...fault, tests: ['skipped.test.ts', 'sum.test.ts'] },
        { ...fault, tests: ['skipped.test.ts', 'weak.test.ts'] },
      ],
    };
    const results = await withScratchCheckout(root, (checkout) =>
      plantFaults(checkout, [area], ({ outcome }) => told.push(outcome.kind)),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual([
      { kind: 'not-planted', reason: expect.stringContaining('0 times, not once') as string },
      { kind: 'caught', by: 'adds two numbers' },
      { kind: 'survived' },
      {
        kind: 'not-planted',
        reason: 'broken.test.ts fails without the fault: adds two numbers',
      },
      { kind: 'caught', by: 'adds two numbers' },
      { kind: 'not-planted', reason: 'no test of skipped.test.ts ran' },
    ]);
    expect(told).toEqual(results.map(({ outcome }) => outcome.kind));
    expect(readFileSync(join(root, 'sum.ts'), 'utf8')).toBe('a + b');
  });
});

describe('a copy of a checkout', () => {
  it('has its files that git keeps or would keep, and its packages, and is removed', async () => {
    const original = made({ 'new.test.ts': {} });
    const root = await withScratchCheckout(original, async (checkout) => {
      await checkout.withText(
        'sum.ts',
        (text) => `${text} + c`,
        async () => {
          expect(readFileSync(join(checkout.root, 'sum.ts'), 'utf8')).toBe('a + b + c');
        },
      );
      expect(readFileSync(join(checkout.root, 'sum.ts'), 'utf8')).toBe('a + b');
      expect(readdirSync(checkout.root).sort()).toEqual(
        ['.gitignore', 'new.test.ts', 'node_modules', 'sum.ts'].sort(),
      );
      return checkout.root;
    });
    expect(existsSync(dirname(root))).toBe(false);
  });

  /** Ends the process that made a copy, by a signal. */
  const ended = async (signal: NodeJS.Signals) => {
    const script = join(__dirname, 'interrupted-scratch.ts');
    const args = [join(findPackageRoot(), 'scripts', 'run.cjs'), script, made()];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const exited = once(child, 'exit');
    const [line] = (await once(child.stderr, 'data')) as [Buffer];
    const { root, pid } = JSON.parse(line.toString()) as { root: string; pid: number };
    child.kill(signal);
    const [code] = (await exited) as [number | null];
    return { code, folder: dirname(root), pid };
  };

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'is removed, with what runs in it, when its process gets %s',
    async (signal) => {
      const { code, folder, pid } = await ended(signal);
      expect(code).toBe(128 + constants.signals[signal]);
      expect(existsSync(folder)).toBe(false);
      await eventually('the end of what ran in it', () => !isThere(pid));
    },
  );

  it('is removed by the next one when its process was killed, and not while its process lives', async () => {
    const { folder, pid } = await ended('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await eventually('the end of what ran in it', () => !isThere(pid));
    expect(existsSync(folder)).toBe(true);
    await withScratchCheckout(made(), async (living) => {
      expect(existsSync(folder)).toBe(false);
      await withScratchCheckout(made(), () => {
        expect(existsSync(living.root)).toBe(true);
        return Promise.resolve();
      });
    });
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
    [['mutants', 'core/words/../..'], 'no folder core/words/../.. of core/'],
    [['mutants', 'core/words/plain-text.ts'], 'no folder core/words/plain-text.ts of core/'],
  ])('refuses what is not there: %j', async (typed, words) => {
    const { code, stderr } = await runTrial(typed);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});
