import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { cacheFolder } from '../../../config/state-folder';
import { installerWheels, runnerWheels } from '../../../repositories';
import type { PinnedWheel } from '../../../repositories';
import { describeIf } from '../../skip-reasons';
import type { FakeFile } from '../package-index/fake-upstream';

const wheel = (name: string, filename: string, sha256: string): PinnedWheel => ({
  ...{ name, filename, sha256 },
});

const installers = [installerWheels[process.arch]].filter((one) => one !== undefined);

/** Plugins of pytest that run tests in other processes, or again. */
const plugins: readonly PinnedWheel[] = [
  wheel(
    'execnet',
    'execnet-2.1.1-py3-none-any.whl',
    '26dee51f1b80cebd6d0ca8e74dd8745419761d3bef34163928cbebbdc4749fdc',
  ),
  wheel(
    'pytest-rerunfailures',
    'pytest_rerunfailures-16.1-py3-none-any.whl',
    '5d11b12c0ca9a1665b5054052fcc1084f8deadd9328962745ef6b04e26382e86',
  ),
  wheel(
    'pytest-xdist',
    'pytest_xdist-3.8.0-py3-none-any.whl',
    '202ca578cfeb7370784a8c33d6d05bc6e13b4f25b5053c30a152269fd10f0b88',
  ),
];

/** What the synthetic repositories build with, and need; beside what the product itself pins. */
export const pinnedPackages: readonly PinnedWheel[] = [
  ...runnerWheels,
  ...installers,
  ...plugins,
  wheel(
    'setuptools',
    'setuptools-80.9.0-py3-none-any.whl',
    '062d34222ad13e0cc312a4c02d73f059e86a4acbfbdea8f8f76b28c99f306922',
  ),
  wheel(
    'wcwidth',
    'wcwidth-0.2.13-py2.py3-none-any.whl',
    '3da69048e4540d84af32131829ff948f1e022c1c6bdb8d6102117aac784f6859',
  ),
];

const settings = readSettings();

/** Where the product keeps them, too: `npm test` fetches what is missing. */
const placeOf = ({ sha256 }: PinnedWheel): string =>
  join(cacheFolder(settings), 'package-index', 'files', sha256.slice(0, 2), sha256);

/** `describe` for tests that install something; from files of this machine. */
export function describeWithPackages(name: string, body: () => void): void {
  const missing = pinnedPackages.filter((one) => !existsSync(placeOf(one)));
  const reason = `not fetched: ${missing.map(({ filename }) => filename).join(', ')} (npm test does)`;
  describeIf(missing.length === 0, reason, 'REQUIRE_PACKAGES')(name, body);
}

/** As a fake index serves them. */
export function pinnedDistributions(): Readonly<Record<string, readonly FakeFile[]>> {
  return Object.fromEntries(
    pinnedPackages.map((one) => [
      one.name,
      [{ filename: one.filename, content: readFileSync(placeOf(one)) }],
    ]),
  );
}

/** Packages that most jobs import. Their bytecode is made once, and not by each process. */
const imported = ['_pytest', 'attr', 'coverage', 'hypothesis', 'pluggy'];

function unpack(wheels: readonly PinnedWheel[], folder: string): void {
  for (const one of wheels) {
    execFileSync('/usr/bin/python3', ['-m', 'zipfile', '-e', placeOf(one), folder]);
  }
}

/** Unpacks plugins of pytest into a folder; what tests of the jobs are told of it. */
export function unpackedPlugins(folder: string): Readonly<Record<string, string>> {
  unpack(plugins, folder);
  return { RUNNER_PLUGINS: folder };
}

/** Unpacks the runner's packages and the installer into a folder; what tests of the jobs are told of them, as variables. */
export function unpackedTools(folder: string): Readonly<Record<string, string>> {
  unpack([...runnerWheels, ...installers], folder);
  const packages = imported.map((name) => join(folder, name));
  execFileSync('/usr/bin/python3', ['-m', 'compileall', '-q', ...packages]);
  const programs = installers.map(({ filename }) => {
    const [name = '', version = ''] = filename.split('-');
    return join(folder, `${name}-${version}.data`, 'scripts', name);
  });
  for (const program of programs) chmodSync(program, 0o755);
  return {
    RUNNER_TOOLS: folder,
    ...Object.fromEntries(programs.map((program) => ['UV_PROGRAM', program])),
  };
}
