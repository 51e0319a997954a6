import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readSettings } from '../../config/settings';
import { stateFolder } from '../../config/state-folder';
import { EspalierError } from '../../core/errors/errors';
import { diagnose } from '../../lab/diagnose';
import { troubleOf, type Finding } from '../../lab/finding';
import { workerName, workerReadyFile } from '../../lab/services/worker-ready';
import { withStore } from '../../lab/with-store';
import { adoptProcess } from '../../processes';
import { cleanUp, scratchState } from '../engine/scratch-state';
import { scriptedRunConfig } from '../workflows/support/scripted-problems';

afterEach(() => cleanUp([]));

function contextOf(variables: Readonly<Record<string, string>> = {}) {
  const { root } = scratchState();
  const settings = readSettings({
    ...{ ESPALIER_HOME: root, HOME: root, PATH: root, ESPALIER_SANDBOX: 'docker' },
    DOCKER_HOST: 'unix:///nowhere/docker.sock',
    ...variables,
  });
  return { settings, folder: stateFolder(settings), note: () => undefined };
}

const named = (findings: readonly Finding[], name: string) =>
  findings.find((finding) => finding.name === name);

describe('what a run needs', () => {
  it('is looked at one by one, without starting anything', async () => {
    const context = contextOf();
    const findings = await diagnose(context);
    expect(named(findings, 'node')).toMatchObject({
      ok: true,
      detail: process.version,
      needed: true,
    });
    expect(named(findings, 'state folder')).toEqual({
      ...{ name: 'state folder', ok: true, detail: context.folder.root, needed: true },
    });
    expect(named(findings, 'engine')).toEqual({
      ...{ name: 'engine', ok: true, needed: false },
      detail: 'not running; started when needed',
    });
    expect(named(findings, 'temporal binary')).toMatchObject({
      ...{ ok: false, needed: false },
      detail: expect.stringContaining('none here yet') as string,
    });
    expect(named(findings, 'supervisor')).toMatchObject({
      ...{ ok: true, needed: false, detail: 'not running; started with the first run' },
    });
    expect(findings.filter(({ name }) => /endpoint/.test(name))).toHaveLength(1);
    expect(findings.some(({ name }) => name === 'runs')).toBe(false);
    const sandboxes = findings.filter(({ name }) => /sandbox|bubblewrap|docker/i.test(name));
    expect(sandboxes.filter(({ needed }) => needed).map(({ name }) => name)).toEqual(['sandbox']);
    expect(named(findings, 'sandbox')).toMatchObject({
      ok: false,
      remedy: expect.any(String) as string,
    });
  });

  it('lacks a supervisor where a run is under way, but not where one only waits', async () => {
    const context = contextOf();
    await withStore(context, async ({ runs }) => {
      await runs.createRun('r', scriptedRunConfig());
      await runs.setRunStatus('r', 'paused', null);
    });
    expect(named(await diagnose(context), 'supervisor')).toMatchObject({ ok: true });
    await withStore(context, ({ runs }) => runs.setRunStatus('r', 'running', null));
    expect(named(await diagnose(context), 'supervisor')).toMatchObject({
      ...{ ok: false, needed: false, remedy: '`espalier up` starts it' },
      detail: expect.stringContaining('a run is under way') as string,
    });
  });

  it('lacks nothing where a run waits for other code, but the run is named with what goes on', async () => {
    const context = contextOf();
    const bundle = (digit: string) => ({ version: '0.2.0', sha256: digit.repeat(64) });
    mkdirSync(context.folder.processes, { recursive: true });
    await adoptProcess(context.folder, { name: workerName, fingerprint: 'a' });
    const ready = JSON.stringify({ pid: process.pid, bundle: bundle('a') });
    writeFileSync(workerReadyFile(context.folder), ready);
    await withStore(context, async ({ runs }) => {
      for (const [id, digit] of [
        ['same', 'a'],
        ['other', 'b'],
      ] as const) {
        await runs.createRun(id, scriptedRunConfig());
        await runs.setRunBundle(id, bundle(digit));
      }
    });
    const findings = await diagnose(context);
    expect(findings.filter(({ name }) => name === 'runs')).toMatchObject([
      {
        ...{ ok: false, needed: false },
        detail: expect.stringMatching(/^run other waits: /) as string,
        remedy: expect.stringContaining('espalier run resume other') as string,
      },
    ]);
  });

  it('may be an engine of somebody else’s, which is needed then', async () => {
    const address = '127.0.0.1:1';
    const findings = await diagnose(contextOf({ TEMPORAL_ADDRESS: address }));
    expect(findings.filter(({ name }) => name === 'engine')).toMatchObject([
      {
        ...{ ok: false, needed: true },
        detail: expect.stringMatching(new RegExp(`^${address}: .`)) as string,
        remedy: expect.stringContaining('TEMPORAL_ADDRESS') as string,
      },
    ]);
    expect(named(findings, 'temporal binary')).toBeUndefined();
  });

  it('says what is wrong with the folder, the binary and the address', async () => {
    const context = contextOf({ TEMPORAL_CLI_PATH: '/nowhere/temporal' });
    mkdirSync(context.folder.store);
    const findings = await diagnose(context);
    expect(named(findings, 'state folder')).toMatchObject({
      ...{ ok: false, needed: true, remedy: expect.any(String) as string },
    });
    expect(named(findings, 'supervisor')).toMatchObject({ ok: false, needed: false });
    expect(named(findings, 'temporal binary')).toMatchObject({
      ...{ ok: false, needed: true },
      detail: expect.stringContaining('/nowhere/temporal') as string,
    });
  });

  it('names the unit that starts the supervisor after a boot', async () => {
    const context = contextOf();
    const { installUnit } = await import('../../lab/supervision/unit.js');
    const { root } = context.folder;
    writeFileSync(join(root, 'systemctl'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    const { unit } = await installUnit(context);
    expect(named(await diagnose(context), 'supervisor')?.detail).toMatch(
      new RegExp(`; after a boot by ${unit}$`),
    );
  });
});

it('trouble in a look has the remedy of its error, or is a fault of our own', () => {
  const known = new EspalierError('it is full', { code: 'X', remedy: 'Make room' });
  expect(troubleOf(known)).toEqual({ ok: false, detail: 'it is full', remedy: 'Make room' });
  const own = 'This is a fault of espalier itself';
  expect(troubleOf(new TypeError('odd'))).toEqual({ ok: false, detail: 'odd', remedy: own });
  expect(troubleOf('text')).toEqual({ ok: false, detail: 'text', remedy: own });
});
