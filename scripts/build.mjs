// Builds dist/: compiled sources, python/ and bundled data beside them, the packed command line, the
// workflow bundle.
// Run by `npm ci` (prepare), by demo and test when dist/ is older than a source, and by hand: npm run build.
// Writes dist/, swapped in whole: a failed build leaves the old one.
//   --if-stale   do nothing when dist/ is newer than every source
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stamp = join(dist, '.built');
const folders = [
  'core',
  'workflows',
  'activities',
  'llm',
  'sandbox',
  'datasets',
  'store',
  'repositories',
  'workers',
  'client',
  'report',
  'lab',
  'cli',
  'processes',
  'engine',
  'config',
  'python',
];
const rootFiles = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/pack.mjs',
  'scripts/keep-compiled.cjs',
  'scripts/build-workflow-bundle.ts',
];
const skipped = new Set(['__pycache__', 'tests', 'node_modules']);

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

const sources = () => [
  ...folders.flatMap((folder) => filesUnder(join(root, folder))),
  ...rootFiles.map((name) => join(root, name)),
  fileURLToPath(import.meta.url),
];

function isFresh() {
  if (!existsSync(stamp)) return false;
  const { files, at, node } = JSON.parse(readFileSync(stamp, 'utf8'));
  const now = sources();
  // A deleted source leaves no newer file behind: the count tells. Compiled code is for one version of Node.
  return (
    node === process.version &&
    files === now.length &&
    now.every((file) => statSync(file).mtimeMs <= at)
  );
}

/** Two builds at once (two terminals, jest workers) take turns; a dead owner's lock is taken over. */
function lock() {
  const path = join(root, 'node_modules', '.espalier-build.lock');
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      process.once('exit', () => rmSync(path, { force: true }));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (!ownerAlive(path)) rmSync(path, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
      if (tries === 0) console.error('waiting for another build of this checkout');
    }
  }
}

function ownerAlive(path) {
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function compilerPath() {
  try {
    return createRequire(import.meta.url).resolve('typescript/bin/tsc');
  } catch {
    return null;
  }
}

/** What killed builds left. Builds take turns, so none of it is in use. */
function removeLeftovers() {
  for (const name of readdirSync(root)) {
    if (!/^dist\.(new|old)-\d+$/.test(name)) continue;
    rmSync(join(root, name), { recursive: true, force: true });
  }
}

function build(compiler) {
  const startedAt = Date.now();
  const count = sources().length;
  const fresh = join(root, `dist.new-${process.pid}`);
  const old = join(root, `dist.old-${process.pid}`);
  removeLeftovers();
  try {
    const node = (...args) =>
      execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
    node(compiler, '-p', 'tsconfig.build.json', '--outDir', fresh);
    for (const file of folders.flatMap((folder) => filesUnder(join(root, folder)))) {
      if (extname(file) === '.ts') continue;
      const target = join(fresh, relative(root, file));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(file, target);
    }
    const main = join(fresh, 'cli', 'main.js');
    if (existsSync(main)) chmodSync(main, 0o755);
    node('scripts/run.cjs', 'scripts/build-workflow-bundle.ts', fresh);
    try {
      node('scripts/pack.mjs', fresh);
    } catch {
      console.error('espalier: the programs are not packed, so they start more slowly');
    }
    const built = { files: count, at: startedAt, node: process.version };
    writeFileSync(join(fresh, '.built'), JSON.stringify(built));
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } catch (error) {
    console.error(`espalier: the build failed, dist/ is left as it was (${error.message})`);
    process.exitCode = 1;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

const ifStale = process.argv.includes('--if-stale');
const compiler = compilerPath();
const installs = process.env.npm_lifecycle_event === 'prepare';
if (compiler === null) {
  console.error('espalier: TypeScript is not installed (run npm ci), dist/ is left as it is');
  // An installation without development packages uses the dist/ that it came with.
  if (!installs && !(ifStale && isFresh())) process.exitCode = 1;
} else if (!(ifStale && isFresh())) {
  lock();
  if (!(ifStale && isFresh())) build(compiler);
}
// npx prepares the checkout when it first links it, and stays broken for good if that fails. Programs that npx runs, such as
// jest, have the same `npm_command`, but another lifecycle event: for them a failed build is a failure.
if (installs && process.env.npm_command === 'exec') process.exitCode = 0;
