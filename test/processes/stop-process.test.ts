import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  ensureProcess,
  findProcess,
  identifyProcess,
  isPortFree,
  isRunning,
  stopProcess,
  tellToStop,
} from '../../processes';
import { listening, scripted } from './detached-scripts';
import { child, cleanUp, firstOutput, scratchState } from '../engine/scratch-state';
import { eventually } from '../../laboratory/home/eventually';

afterEach(() => cleanUp(['thing']));

describe('stopProcess', () => {
  it('lets a process end by itself on SIGTERM', async () => {
    const state = scratchState();
    const source = `
      process.on('SIGTERM', () => { console.log('drained'); process.exit(0); });
      console.log('up');
      setInterval(() => {}, 1000);
    `;
    const wanted = scripted(state, source, {
      isReady: ({ logFile }) => Promise.resolve(readFileSync(logFile, 'utf8').includes('up')),
    });
    const { record } = await ensureProcess(state, wanted);
    expect(await stopProcess(state, 'thing')).toEqual({
      kind: 'stopped',
      pid: record.identity.pid,
      forced: false,
    });
    expect(readFileSync(record.logFile, 'utf8')).toBe('up\ndrained\n');
    expect(await findProcess(state, 'thing')).toEqual({ kind: 'none' });
  });

  it('waits no longer for one that somebody else tells again, without its lock', async () => {
    const state = scratchState();
    const source = `
      let told = 0;
      process.on('SIGTERM', () => { console.log('told'); if (++told === 2) process.exit(0); });
      console.log('up');
      setInterval(() => {}, 1000);
    `;
    const logHas = (text: string) => () =>
      Promise.resolve(readFileSync(join(state.logs, 'thing.log'), 'utf8').includes(text));
    await ensureProcess(state, scripted(state, source, { isReady: logHas('up') }));
    const stopping = stopProcess(state, 'thing', { graceMs: 60_000 });
    await eventually('it is told', logHas('told'));
    await tellToStop(state, 'thing');
    expect(await stopping).toMatchObject({ kind: 'stopped', forced: false });
    await tellToStop(state, 'thing');
  });

  it('kills one that ignores SIGTERM, with its children', async () => {
    const state = scratchState();
    const source = `
      process.on('SIGTERM', () => {});
      const child = require('node:child_process').spawn('sleep', ['1000'], { stdio: 'ignore' });
      console.log(child.pid);
      setInterval(() => {}, 1000);
    `;
    const wanted = scripted(state, source, {
      isReady: ({ logFile }) => Promise.resolve(readFileSync(logFile, 'utf8').includes('\n')),
    });
    const { record } = await ensureProcess(state, wanted);
    const sleeper = Number(readFileSync(record.logFile, 'utf8'));
    expect(await identifyProcess(sleeper)).not.toBeNull();
    expect(await stopProcess(state, 'thing', { graceMs: 300 })).toMatchObject({ forced: true });
    expect(await isRunning(record.identity)).toBe(false);
    await eventually('its child has ended', async () => (await identifyProcess(sleeper)) === null);
  });

  it('never touches a program that got the pid of a dead one', async () => {
    const state = scratchState();
    const { record } = await ensureProcess(state, listening(state));
    await stopProcess(state, 'thing');
    const stranger = child(['-e', 'console.log(1); setInterval(() => {}, 1000)']);
    await firstOutput(stranger);
    const strangerNow = await identifyProcess(stranger.pid ?? 0);
    if (strangerNow === null) throw new Error('the stranger is gone');
    const file = join(state.processes, 'thing.json');
    for (const identity of [
      { ...strangerNow, startTime: '1' },
      { ...strangerNow, bootId: 'the boot before' },
    ]) {
      writeFileSync(file, JSON.stringify({ ...record, identity }));
      expect((await findProcess(state, 'thing')).kind).toBe('dead');
      expect(await stopProcess(state, 'thing')).toEqual({ kind: 'was-dead' });
      expect(await isRunning(strangerNow)).toBe(true);
    }
  });

  it.each([1, 0, -1])('does not take pid %d from a record', async (pid) => {
    const state = scratchState();
    const { record } = await ensureProcess(state, listening(state));
    await stopProcess(state, 'thing');
    const init = await identifyProcess(1);
    const identity = { pid, startTime: init?.startTime, bootId: init?.bootId };
    writeFileSync(join(state.processes, 'thing.json'), JSON.stringify({ ...record, identity }));
    expect((await findProcess(state, 'thing')).kind).toBe('dead');
  });

  it('has nothing to do where nothing was started', async () => {
    const state = scratchState();
    expect(await stopProcess(state, 'thing')).toEqual({ kind: 'none' });
    expect(existsSync(state.processes)).toBe(false);
  });

  it('frees the port', async () => {
    const state = scratchState();
    const { record } = await ensureProcess(state, listening(state));
    await stopProcess(state, 'thing');
    expect(await isPortFree(record.ports['main'] ?? 0)).toBe(true);
  });
});
