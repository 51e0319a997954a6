import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { temporalBinary, works } from '../laboratory/home/temporal-binary';
import { describeIf } from './skip-reasons';

const root = resolve(__dirname, '..');

/** One answer per test process: probing costs up to a second. */
function once(probe: () => boolean): () => boolean {
  let answer: boolean | undefined;
  return () => (answer ??= probe());
}

const bubblewrapWorks = once(() =>
  works('bwrap', [
    ...['--unshare-all', '--ro-bind', '/usr', '/usr', '--symlink', 'usr/lib', '/lib'],
    ...['--symlink', 'usr/lib64', '/lib64', '/usr/bin/python3', '-I', '-c', ''],
  ]),
);

const dockerAnswers = once(() =>
  works(process.execPath, [
    '-e',
    `new (require(${JSON.stringify(join(root, 'node_modules/dockerode'))}))({ timeout: 5000 }).ping().catch(() => process.exit(1))`,
  ]),
);

/** `describe` for tests that run programs in bubblewrap. */
export function describeWithSandbox(name: string, body: () => void): void {
  const reason = 'bwrap with /usr/bin/python3 does not work on this machine (see espalier doctor)';
  describeIf(bubblewrapWorks(), reason, 'REQUIRE_SANDBOX')(name, body);
}

/** `describe` for tests that need a Docker engine. */
export function describeWithDocker(name: string, body: () => void): void {
  describeIf(dockerAnswers(), 'no Docker engine answers', 'REQUIRE_DOCKER')(name, body);
}

/** `describe` for tests that start a Temporal server. */
export function describeWithTemporal(name: string, body: () => void): void {
  const reason = 'no Temporal binary: npm test finds or builds one; else set TEMPORAL_CLI_PATH';
  describeIf(temporalBinary() !== null, reason, 'REQUIRE_TEMPORAL')(name, body);
}

/** A file of the benchmark data beside the checkout (`../shared/data`). */
export function sharedData(path: string): string {
  return resolve(root, '..', 'shared', 'data', path);
}

/** `describe` for tests on published data, which is not part of this repository. */
export function describeWithData(paths: readonly string[]) {
  const missing = paths.map(sharedData).filter((path) => !existsSync(path));
  return describeIf(missing.length === 0, `not found: ${missing.join(', ')}`, 'REQUIRE_DATA');
}

/** `describe` for tests that read data sets with the packages of trainers. Tests get the interpreter. */
export function describeWithTrainer(name: string, body: (python: string) => void): void {
  const python = process.env['ESPALIER_TRAINER_PYTHON'] ?? '';
  const found = python !== '' && works(python, ['-c', 'import datasets, trl']);
  const reason =
    'ESPALIER_TRAINER_PYTHON names no Python with the packages datasets and trl (docs/testing.md)';
  describeIf(
    found,
    reason,
    'REQUIRE_TRAINER',
  )(name, () => {
    body(python);
  });
}
