import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import { installedUnit, installUnit, uninstallUnit } from '../../../lab/supervision/unit';
import { unitText } from '../../../lab/supervision/unit-text';
import { cleanUp, scratchState } from '../../engine/scratch-state';
import { describeIf } from '../../skip-reasons';

afterEach(() => cleanUp([]));

/** A user's machine whose systemctl notes what it is told, and ends with this code. */
function machine(code: number, settings: Readonly<Record<string, string>> = {}) {
  const { root } = scratchState();
  const bin = join(root, 'bin');
  mkdirSync(bin);
  const told = join(root, 'told');
  const script = `#!/bin/sh\necho "$*" >> ${told}\necho 'no bus here' >&2\nexit ${String(code)}\n`;
  writeFileSync(join(bin, 'systemctl'), script);
  chmodSync(join(bin, 'systemctl'), 0o755);
  const read = readSettings({
    ESPALIER_HOME: join(root, 'state'),
    XDG_CONFIG_HOME: join(root, 'config'),
    PATH: `${bin}:/usr/bin:/bin`,
    ...settings,
  });
  return {
    place: { settings: read, folder: stateFolder(read) },
    told: () => (existsSync(told) ? readFileSync(told, 'utf8').trim().split('\n') : []),
  };
}

describe('the unit of a state folder', () => {
  it('is written, enabled and started, and the same again the second time', async () => {
    const { place, told } = machine(0);
    const change = await installUnit(place);
    expect(change).toMatchObject({ untold: null, commands: [] });
    expect(change.file).toMatch(/\/config\/systemd\/user\/espalier-[0-9a-f]{8}\.service$/);
    expect(told()).toEqual(['--user daemon-reload', `--user enable --now ${change.unit}`]);
    const text = readFileSync(change.file, 'utf8');
    expect(await installUnit(place)).toEqual(change);
    expect(readFileSync(change.file, 'utf8')).toBe(text);
  });

  it('runs the supervisor on this folder, for ever, and leaves alone what that has started', async () => {
    const { place } = machine(0);
    const text = readFileSync((await installUnit(place)).file, 'utf8');
    expect(text).toMatch(
      /^ExecStart="[^"]*" "[^"]*\/dist\/lab\/supervision\/supervisor-main\.js" "\{\}"$/m,
    );
    expect(text).toContain(`\nEnvironment="ESPALIER_HOME=${place.folder.root}"\n`);
    expect(text).toContain(`\nEnvironment="PATH=${place.settings.PATH}"\n`);
    for (const line of ['Restart=always', 'KillMode=process', 'WantedBy=default.target']) {
      expect(text.split('\n')).toContain(line);
    }
    expect(existsSync(place.folder.logs)).toBe(true);
  });

  it('keeps the settings that were set, the key by its file only, and nothing secret', async () => {
    const { place } = machine(0, {
      OPENAI_API_KEY: 'sk-planted',
      OPENAI_API_KEY_FILE: 'a-key-file',
      OPENAI_BASE_URL: 'http://planted-user:planted-word@model.test/v1',
      ESPALIER_PACKAGE_INDEX: 'https://index.test/simple?token=planted-token',
      ESPALIER_HEARTBEAT_MS: '2500',
      TERM: 'xterm',
    });
    const { file } = await installUnit(place);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/planted|TERM=|OPENAI_BASE_URL|PACKAGE_INDEX|STICKY/);
    expect(text).toContain(`"OPENAI_API_KEY_FILE=${process.cwd()}/a-key-file"`);
    expect(text).toContain('"ESPALIER_HEARTBEAT_MS=2500"');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is left to a person to enable where systemd does not answer', async () => {
    const { place, told } = machine(1);
    const { unit, file, untold, commands } = await installUnit(place);
    expect(existsSync(file)).toBe(true);
    expect(untold).toBe('no bus here');
    expect(commands).toEqual([
      'systemctl --user daemon-reload',
      `systemctl --user enable --now ${unit}`,
    ]);
    expect(told()).toHaveLength(1);
  });

  it('is another one for another state folder', async () => {
    const [one, other] = [await installUnit(machine(0).place), await installUnit(machine(0).place)];
    expect(one.unit).not.toBe(other.unit);
  });

  it('is stopped, disabled and removed', async () => {
    const { place, told } = machine(0);
    expect(installedUnit(place)).toBeNull();
    const { unit, file } = await installUnit(place);
    expect(installedUnit(place)).toBe(unit);
    expect(await uninstallUnit(place)).toEqual({ unit, file, untold: null, commands: [] });
    expect(existsSync(file)).toBe(false);
    expect(told().slice(2)).toEqual([`--user disable --now ${unit}`, '--user daemon-reload']);
    expect(await uninstallUnit(place)).toBeNull();
    expect(told()).toHaveLength(4);
  });
});

const hostile = {
  root: '/home/some one/100%/"state" $HOME',
  command: ['/opt/my node/node', '/a $b/main.js', '{}'],
  environment: { ESPALIER_HOME: '/home/some one/100%/"state"', FAULTS: '{"a":\n1}\\' },
  logFile: '/home/some one/100%/log',
};

describe('the text of a unit', () => {
  it('quotes what systemd would read in another way', () => {
    const lines = unitText(hostile).split('\n');
    expect(lines).toContain('ExecStart="/opt/my node/node" "/a $$b/main.js" "{}"');
    expect(lines).toContain('Environment="ESPALIER_HOME=/home/some one/100%%/\\"state\\""');
    expect(lines).toContain('Environment="FAULTS={\\"a\\":\\n1}\\\\"');
    expect(lines).toContain('StandardOutput=append:/home/some one/100%%/log');
  });
});

const analyses = spawnSync('systemd-analyze', ['--version']).status === 0;
describeIf(analyses, 'no systemd-analyze on this machine')('systemd itself', () => {
  it.each([
    ['a plain folder', { ...hostile, root: '/r', environment: {}, logFile: '/r/log' }],
    ['names that have to be quoted', hostile],
  ])('finds nothing wrong with the unit of %s', (_, facts) => {
    const { root } = scratchState();
    const file = join(root, 'espalier-0.service');
    // It looks whether the program is there.
    writeFileSync(file, unitText({ ...facts, command: [process.execPath, ...facts.command] }));
    const checked = spawnSync('systemd-analyze', ['--user', 'verify', file], {
      env: { PATH: process.env['PATH'], XDG_RUNTIME_DIR: root },
      encoding: 'utf8',
    });
    expect(checked.stderr).toBe('');
    expect(checked.status).toBe(0);
  });
});
