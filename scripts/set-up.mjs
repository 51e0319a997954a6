// What `npm run demo` and `npm test` do before anything of ours can run: no dependencies, Node only.
// Every check comes before the first installation, so that nothing is left half-made.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const notReady = 3;

/** Ends with exit code 3 and what to do. */
export class NotReady extends Error {}

const say = (text) => console.error(`espalier set-up: ${text}`);

/** Prints the usage if --help or -h was typed. Then nothing is set up. */
export function printedUsage(usage) {
  const asked = process.argv.slice(2).some((word) => word === '--help' || word === '-h');
  if (asked) process.stdout.write(usage);
  return asked;
}

export function run(command, args, options = {}) {
  const { status, error, signal } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  if (error !== undefined) throw new NotReady(`${command} could not be started: ${error.message}`);
  if (status !== 0) {
    throw new NotReady(`${[command, ...args].join(' ')} ended with ${signal ?? status}`);
  }
}

const isSuperuser = () => process.getuid?.() === 0;
const installsAllowed = () => !['1', 'true'].includes(process.env.ESPALIER_NO_INSTALL ?? '');

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

function isDebian() {
  return onPath('apt-get') !== undefined && existsSync('/etc/debian_version');
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 3)) {
    throw new NotReady(
      `Node ${process.versions.node} is too old: espalier needs 20.3 or newer (https://nodejs.org)`,
    );
  }
}

/** node_modules is as the lock file says when npm's own copy of it is not older. */
function needsModules() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return true;
  const stamp = readFileSync(join(root, 'package-lock.json'), 'utf8');
  return !sameVersions(JSON.parse(stamp), JSON.parse(readFileSync(installed, 'utf8')));
}

function sameVersions(wanted, installed) {
  return Object.entries(wanted.packages).every(
    ([path, { version, optional }]) =>
      path === '' || optional === true || installed.packages[path]?.version === version,
  );
}

/** Debian packages that are needed and this machine lacks; Docker, where the user chose it, brings what a sandbox needs. */
function missingPackages() {
  const sandbox = [
    ...(onPath('bwrap') === undefined ? ['bubblewrap'] : []),
    ...(existsSync('/usr/bin/python3') ? [] : ['python3']),
  ];
  return [
    ...(process.env.ESPALIER_SANDBOX === 'docker' ? [] : sandbox),
    // `env build` takes repositories in with it.
    ...(onPath('git') === undefined ? ['git'] : []),
    // The last way in which a patch of a task is applied.
    ...(onPath('patch') === undefined ? ['patch'] : []),
  ];
}

/** `a`, `a and b`, `a, b and c`. */
const inWords = (names) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

function packagePlan() {
  const missing = missingPackages();
  if (missing.length === 0) return [];
  const commands = [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...missing],
  ];
  const shown = commands.map((command) => `  ${command.join(' ')}`).join('\n');
  if (process.platform !== 'linux') {
    throw new NotReady(
      `${inWords(missing)} missing: install git; the sandbox needs Linux, or a Docker engine (ESPALIER_SANDBOX=docker)`,
    );
  }
  if (!isDebian()) {
    throw new NotReady(
      `${inWords(missing)} missing: install with this system's package manager, or use a Docker engine (ESPALIER_SANDBOX=docker)`,
    );
  }
  if (!installsAllowed() || !isSuperuser()) {
    const why = isSuperuser() ? 'ESPALIER_NO_INSTALL is set' : 'not running as root';
    throw new NotReady(
      `${inWords(missing)} missing, and nothing is installed (${why}). Run as root:\n${shown}`,
    );
  }
  return commands;
}

/** The engine's binary is found or built by espalier itself; here only whether that can work at all. */
function engineNote() {
  if ((process.env.TEMPORAL_ADDRESS ?? '') !== '') return 'engine: the one at TEMPORAL_ADDRESS';
  if ((process.env.TEMPORAL_CLI_PATH ?? '') !== '') return 'engine: TEMPORAL_CLI_PATH';
  if (onPath('temporal') !== undefined) return `engine: ${onPath('temporal')}`;
  return 'engine: from the per-user cache, else downloaded, else built with Go (a few minutes, once)';
}

/** Checks, says what will be done, then does it. */
export function setUp() {
  checkNode();
  const modules = needsModules();
  if (modules && !existsSync(join(root, 'package-lock.json'))) {
    throw new NotReady('package-lock.json is missing: clone the repository anew');
  }
  const packages = packagePlan();
  say(`node ${process.versions.node}`);
  say(modules ? 'npm packages: will run npm ci' : 'npm packages: as the lock file says');
  say(
    packages.length === 0
      ? 'system packages: nothing to install'
      : `system packages: will run\n${packages.map((command) => `  ${command.join(' ')}`).join('\n')}`,
  );
  say(engineNote());
  say('never installed by this: Docker, Go, Node');
  for (const [command, ...args] of packages) {
    run(command, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  }
  // Its prepare script builds dist/.
  if (modules) run('npm', ['ci', '--no-audit', '--no-fund']);
  run(process.execPath, [join('scripts', 'build.mjs'), '--if-stale']);
}

/** Runs `main`; a NotReady becomes its message and exit code 3. */
export async function orNotReady(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof NotReady)) throw error;
    say(error.message);
    process.exitCode = notReady;
  }
}
