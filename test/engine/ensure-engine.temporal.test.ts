import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ensureEngine, engineStatus, stopEngine } from '../../engine';
import { findProcess, freePort, isRunning } from '../../processes';
import type { Engine } from '../../engine';
import type { ProcessRecord } from '../../processes';
import { searchAttributeNames } from '../../core/durable/search-attributes';
import { describeWithTemporal } from '../prerequisites';
import { engineOptions, startWaiting, statusOf, withClient } from './local-engine';
import { child, cleanUp, dispose, firstOutput, newState, scratchState } from './scratch-state';
import type { ScratchState } from './scratch-state';
import { eventually } from '../../laboratory/home/eventually';

afterEach(() => cleanUp(['engine']));

async function recordOf(state: ScratchState): Promise<ProcessRecord> {
  const found = await findProcess(state, 'engine');
  if (found.kind !== 'alive') throw new Error(`the engine is ${found.kind}`);
  return found.record;
}

async function killEngine(state: ScratchState): Promise<void> {
  const { identity } = await recordOf(state);
  process.kill(identity.pid, 'SIGKILL');
  await eventually('the engine has ended', async () => !(await isRunning(identity)));
}

describeWithTemporal('a local engine', () => {
  it('starts, is found, and stops', async () => {
    const state = scratchState();
    const options = await engineOptions(state);
    expect(await engineStatus(options)).toEqual({
      kind: 'stopped',
      serverVersion: null,
      databaseBytes: 0,
    });
    const engine = await ensureEngine(options);
    expect(engine).toMatchObject({ namespace: 'default', started: true, replacedDead: false });
    const { identity } = await recordOf(state);
    expect(await engineStatus(options)).toMatchObject({
      kind: 'running',
      address: engine.address,
      uiUrl: engine.uiUrl,
      answers: true,
      pid: identity.pid,
    });
    expect(await ensureEngine(options)).toEqual({ ...engine, started: false });
    expect(await stopEngine(options)).toEqual({
      kind: 'stopped',
      pid: identity.pid,
      forced: false,
    });
    expect(await isRunning(identity)).toBe(false);
    expect(await engineStatus(options)).toMatchObject({ kind: 'stopped' });
  });

  describe('that runs', () => {
    let running: { readonly state: ScratchState; readonly engine: Engine };
    beforeAll(async () => {
      const state = newState();
      running = { state, engine: await ensureEngine(await engineOptions(state)) };
    });
    afterAll(() => dispose(running.state, ['engine']));

    it('keeps closed workflows for 30 days, knows our search attributes and shows its pages', async () => {
      const { engine } = running;
      const namespace = await withClient(engine, ({ connection }) =>
        connection.workflowService.describeNamespace({ namespace: 'default' }),
      );
      expect(Number(namespace.config?.workflowExecutionRetentionTtl?.seconds)).toBe(30 * 86_400);
      const known = Object.values(namespace.config?.customSearchAttributeAliases ?? {});
      expect(known.sort()).toEqual([...searchAttributeNames].sort());
      const page = await fetch(engine.uiUrl ?? '');
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<html');
    });

    it('listens on 127.0.0.1 only', async () => {
      const { identity } = await recordOf(running.state);
      const { stdout } = await promisify(execFile)('ls', ['-l', `/proc/${identity.pid}/fd`]);
      const sockets = new Set([...stdout.matchAll(/socket:\[(\d+)\]/g)].map(([, inode]) => inode));
      const listening = ['tcp', 'tcp6']
        .flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n').slice(1))
        .map((line) => line.trim().split(/\s+/))
        .filter(([, , , state_, , , , , , inode]) => state_ === '0A' && sockets.has(inode));
      expect(listening.length).toBeGreaterThan(1);
      for (const [, local] of listening) expect(local).toMatch(/^0100007F:/);
    });
  });

  it('goes on after SIGKILL with the same database, address and settings', async () => {
    const state = scratchState();
    const options = await engineOptions(state);
    const before = await ensureEngine(options);
    const { command } = await recordOf(state);
    await startWaiting(before, 'kept');
    await killEngine(state);
    expect(await engineStatus(options)).toMatchObject({ kind: 'dead' });
    const after = await ensureEngine(options);
    expect(after).toEqual({ ...before, started: true, replacedDead: true });
    expect((await recordOf(state)).command).toEqual(command);
    expect(await statusOf(after, 'kept')).toBe('RUNNING');
  });

  it('keeps its data and address over a stop', async () => {
    const options = await engineOptions(scratchState());
    const before = await ensureEngine(options);
    await startWaiting(before, 'kept');
    await stopEngine(options);
    const after = await ensureEngine(options);
    expect(after).toEqual(before);
    expect(await statusOf(after, 'kept')).toBe('RUNNING');
  });

  it('is one when two processes start it at the same time', async () => {
    const options = await engineOptions(scratchState());
    const start = async (): Promise<Engine> => {
      const script = join(__dirname, 'start-engine.cjs');
      const { stdout } = await promisify(execFile)(process.execPath, [
        script,
        JSON.stringify(options),
      ]);
      return JSON.parse(stdout) as Engine;
    };
    const both = await Promise.all([start(), start()]);
    expect(both.map(({ started }) => started).sort()).toEqual([false, true]);
    expect(both[0].address).toBe(both[1].address);
    expect(await engineStatus(options)).toMatchObject({ kind: 'running', answers: true });
  });

  it('is finished by the next command when its starter was killed half-way', async () => {
    const state = scratchState();
    const options = await engineOptions(state);
    const script = join(__dirname, 'start-engine.cjs');
    const starter = execFile(process.execPath, [script, JSON.stringify(options)]);
    await eventually(
      'the engine is there',
      async () => (await findProcess(state, 'engine')).kind === 'alive',
      { everyMs: 2 },
    );
    starter.kill('SIGKILL');
    const { identity, readyAt } = await recordOf(state);
    expect(readyAt).toBeNull();
    const engine = await ensureEngine(options);
    expect(engine.started).toBe(false);
    expect((await recordOf(state)).identity).toEqual(identity);
    const namespace = await withClient(engine, ({ connection }) =>
      connection.workflowService.describeNamespace({ namespace: 'default' }),
    );
    expect(Number(namespace.config?.workflowExecutionRetentionTtl?.seconds)).toBe(30 * 86_400);
  });

  it('brings a database that was made without our settings up to them', async () => {
    const state = scratchState();
    const options = await engineOptions(state);
    const port = String(await freePort());
    const bare = child(
      ['server', 'start-dev', '--headless', '--port', port, '-f', state.engineDatabase],
      options.cliPath,
    );
    await firstOutput(bare);
    bare.kill('SIGKILL');
    const engine = await ensureEngine(options);
    const namespace = await withClient(engine, ({ connection }) =>
      connection.workflowService.describeNamespace({ namespace: 'default' }),
    );
    expect(Number(namespace.config?.workflowExecutionRetentionTtl?.seconds)).toBe(30 * 86_400);
    const known = Object.values(namespace.config?.customSearchAttributeAliases ?? {});
    expect(known.sort()).toEqual([...searchAttributeNames].sort());
  });
});
