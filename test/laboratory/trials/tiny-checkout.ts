import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In the place of jest: a test file names a text that a source must have. */
const standIn = `
const { readFileSync, writeFileSync } = require('node:fs');
const report = process.argv.find((one) => one.startsWith('--outputFile=')).slice(13);
const test = JSON.parse(readFileSync(process.argv.at(-1), 'utf8'));
if (test.report === null) { console.error('what jest said'); process.exit(1); }
const passes = readFileSync('sum.ts', 'utf8').includes(test.needs);
const failed = { status: 'failed', fullName: 'adds two numbers' };
const testResults = [{ status: passes ? 'passed' : 'failed', message: '', assertionResults: passes ? [] : [failed] }];
writeFileSync(report, JSON.stringify(test.report ?? { numPassedTests: passes ? 1 : 0, numFailedTests: passes ? 0 : 1, testResults }));
`;

/** A checkout with one source, \`sum.ts\`, and test files of these contents. The caller removes it. */
export function tinyCheckout(tests: Readonly<Record<string, unknown>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'espalier-tiny-'));
  mkdirSync(join(root, 'node_modules', 'jest', 'bin'), { recursive: true });
  writeFileSync(join(root, 'node_modules', 'jest', 'bin', 'jest.js'), standIn);
  writeFileSync(join(root, '.gitignore'), 'node_modules\n');
  writeFileSync(join(root, 'sum.ts'), 'a + b');
  for (const [name, test] of Object.entries(tests)) {
    writeFileSync(join(root, name), JSON.stringify(test));
  }
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  return root;
}
