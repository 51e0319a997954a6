import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/** Runs jest for real on files of the given texts and returns its exit code and the lines of its output. */
function runJest(
  files: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): { readonly code: number | null; readonly lines: readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-jest-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    writeFileSync(
      join(folder, 'jest.config.js'),
      `module.exports = { ...require(${JSON.stringify(join(root, 'jest.config.js'))}), rootDir: ${JSON.stringify(folder)},
        roots: ['<rootDir>'], transform: {}, testMatch: ['**/*.test.js'], testEnvironment: 'node',
        testSequencer: undefined, globalSetup: undefined, globalTeardown: undefined,
        reporters: ['default', ${JSON.stringify(join(__dirname, 'plain-line.cjs'))}] };`,
    );
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', 'exec "$0" "$@" 2>&1', process.execPath, join(root, 'node_modules/jest/bin/jest.js')],
      { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'], ...environment } },
    );
    return { code: status, lines: (stdout + stderr).trimEnd().split('\n') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const passing = "it('passes', () => {});";

describe('the last line of a test run', () => {
  it('counts passed and failed tests, and the exit code says so', () => {
    const { code, lines } = runJest({ 'a.test.js': passing });
    expect(lines.at(-1)).toBe('1 passed, 0 failed');
    expect(code).toBe(0);
  });

  it('counts a suite that cannot be loaded as failed', () => {
    const { code, lines } = runJest({
      'a.test.js': passing,
      'b.test.js': "require('./is-not-there');",
    });
    expect(lines.at(-1)).toBe('1 passed, 1 failed');
    expect(code).toBe(1);
  });

  it('comes after the reasons of what was skipped', () => {
    const compiled = compile('skip-reasons.ts');
    const text = `const { describeIf } = (() => { const exports = {}; ${compiled}; return exports; })();
      describeIf(false, 'no moon', 'REQUIRE_DOCKER')('moon walks', () => { it('walks', () => {}); });
      ${passing}`;
    const skipping = runJest({ 'a.test.js': text });
    expect(skipping.lines.slice(-2)).toEqual([
      'skipped: moon walks: no moon',
      '1 passed, 0 failed, 1 skipped',
    ]);
    expect(skipping.code).toBe(0);
    const required = runJest({ 'a.test.js': text }, { REQUIRE_DOCKER: '1' });
    expect(required.lines.at(-1)).toBe('1 passed, 1 failed');
    expect(required.code).toBe(1);
  });
});

function compile(name: string): string {
  return execFileSync(
    process.execPath,
    [
      '-e',
      `process.stdout.write(require('@swc/core').transformFileSync(process.argv[1],
        { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } }).code)`,
      join(root, 'test', name),
    ],
    { cwd: root, encoding: 'utf8' },
  );
}
