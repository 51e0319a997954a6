import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { describeIf } from '../skip-reasons';

const root = resolve(__dirname, '../..');

/** A PATH with Node and an apt-get that only writes down how it was called. */
let bin: string;
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'espalier-bin-'));
  symlinkSync(process.execPath, join(bin, 'node'));
  writeFileSync(join(bin, 'apt-get'), `#!/bin/sh\necho "$@" >> ${join(bin, 'calls')}\nexit 100\n`);
  chmodSync(join(bin, 'apt-get'), 0o755);
});
afterEach(() => {
  rmSync(bin, { recursive: true, force: true });
});

function runScript(
  name: string,
  environment: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join('scripts', name), ...flags],
    {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: bin, HOME: bin, ...environment },
    },
  );
  return { status, stdout, stderr };
}

const calls = (): string =>
  existsSync(join(bin, 'calls')) ? readFileSync(join(bin, 'calls'), 'utf8') : '';

it.each([
  ['test.mjs', 'npm test', '--changed'],
  ['demo.mjs', 'npm run demo', '--fresh'],
])('%s prints its own usage and sets nothing up when --help is typed', (name, title, flag) => {
  const { status, stdout, stderr } = runScript(name, {}, ['--help']);
  expect([status, stderr, calls()]).toEqual([0, '', '']);
  expect(stdout.startsWith(title)).toBe(true);
  expect(stdout).toContain(flag);
});

const onDebian = describeIf(existsSync('/etc/debian_version'), 'set-up installs on Debian only');

onDebian('set-up without bubblewrap and git', () => {
  it('asks for git where Docker is the sandbox, too', () => {
    const chosen = { ESPALIER_NO_INSTALL: '1', ESPALIER_SANDBOX: 'docker' };
    const { status, stderr } = runScript('demo.mjs', chosen);
    expect(stderr).toContain('set-up: git and patch missing, and nothing is installed');
    expect(status).toBe(3);
  });

  it('prints its commands and installs nothing when told so, with exit code 3', () => {
    const { status, stderr } = runScript('demo.mjs', { ESPALIER_NO_INSTALL: '1' });
    expect(stderr).toContain(
      'bubblewrap, git and patch missing, and nothing is installed (ESPALIER_NO_INSTALL',
    );
    expect(stderr).toContain('  apt-get update\n  apt-get install -y');
    expect(status).toBe(3);
    expect(calls()).toBe('');
  });

  it('ends the tests with a failure in the last line, not with silence', () => {
    const { status, stdout } = runScript('test.mjs', { ESPALIER_NO_INSTALL: '1' });
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed');
    expect(status).toBe(3);
  });

  const asRoot = describeIf(process.getuid?.() === 0, 'only root may install');
  asRoot('as root', () => {
    it('says which command failed, and goes no further', () => {
      const { status, stderr } = runScript('demo.mjs');
      expect(stderr).toContain('system packages: will run\n  apt-get update');
      expect(stderr).toContain('never installed by this: Docker, Go, Node');
      expect(stderr).toContain('apt-get update ended with 100');
      expect(status).toBe(3);
      expect(calls()).toBe('update\n');
    });
  });
});
