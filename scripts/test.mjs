// npm test: sets this machine up (saying what it does), finds the engine, then runs every rung of tests but the long ones.
//   --all             the long ones, too (npm run test:all)
//   --changed[=REF]   only the tests that import, directly or not, a file changed since REF (default HEAD)
// Other arguments go to jest. The last line is `N passed, N failed[, N skipped]`, whatever happens.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { NotReady, orNotReady, printedUsage, root, setUp } from './set-up.mjs';
import { traces } from './traces.mjs';

const usage = `npm test [-- ARGUMENTS]: sets this machine up, then runs all tests but the long ones
  --all             run the long tests too (npm run test:all)
  --changed[=REF]   run only the tests that import a file changed since REF (default: HEAD)
  --help, -h        print this text; set nothing up
Other arguments go to jest: a path runs the tests below it, -t PATTERN the tests with a matching name.
\`npx jest --help\` lists the options of jest. docs/testing.md describes the tests.
`;
if (printedUsage(usage)) process.exit(0);

/** Path of the Temporal binary, or null with the reason on stderr; a failure when REQUIRE_TEMPORAL=1. */
function engineBinary() {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join('scripts', 'run.cjs'), join('scripts', 'find-engine.ts')],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (status === 0) return stdout.trim();
  if (process.env.REQUIRE_TEMPORAL === '1') {
    throw new NotReady('no Temporal binary, and REQUIRE_TEMPORAL=1');
  }
  return null;
}

/** What tests install, from the package index into the user's cache. */
function fetchPackages() {
  const { status } = spawnSync(
    process.execPath,
    [join('scripts', 'run.cjs'), join('scripts', 'fetch-test-packages.ts')],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) throw new NotReady('no packages of the tests, and REQUIRE_PACKAGES=1');
}

/** `--changed` in jest's words. A run of no tests in particular is one of groups. */
function jestArguments() {
  const typed = process.argv.slice(2).filter((argument) => argument !== '--all');
  if (typed.length === 0) return ['--config', join('test', 'run', 'grouped.config.cjs')];
  return typed.map((argument) =>
    argument.replace(/^--changed(?:=(.+))?$/, (_, ref = 'HEAD') => `--changedSince=${ref}`),
  );
}

function runJest(binary, tallyFile) {
  const { status } = spawnSync(
    process.execPath,
    [join('node_modules', 'jest', 'bin', 'jest.js'), ...jestArguments()],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        ESPALIER_TALLY_FILE: tallyFile,
        ...(process.argv.includes('--all') ? { ESPALIER_ALL_TESTS: '1' } : {}),
        ...(binary === null ? {} : { TEMPORAL_CLI_PATH: binary }),
      },
    },
  );
  return status ?? 1;
}

/** Jest's own word: lines of the tally, corrected when jest ended badly without counting a failure. */
function closing(tallyFile, status) {
  const text = existsSync(tallyFile) ? readFileSync(tallyFile, 'utf8') : '0 passed, 0 failed\n';
  return status === 0 ? text : text.replace(/\b0 failed(?=[^\n]*\n$)/, '1 failed');
}

/** With REQUIRE_CLEAN=1, on a machine where nothing else of ours runs, a trace that the tests left is a failure. */
function leftBehind(before) {
  if (process.env.REQUIRE_CLEAN !== '1') return [];
  return traces().filter((trace) => !before.includes(trace));
}

const folder = mkdtempSync(join(tmpdir(), 'espalier-test-'));
const tallyFile = join(folder, 'tally');
let status = 3;
const before = traces();
await orNotReady(() => {
  setUp();
  fetchPackages();
  status = runJest(engineBinary(), tallyFile);
});
const left = leftBehind(before);
for (const trace of left) console.error(`left behind by the tests: ${trace}`);
if (left.length > 0 && status === 0) status = 1;
process.stdout.write(closing(tallyFile, status));
rmSync(folder, { recursive: true, force: true });
process.exitCode = status;
