import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import {
  ensureProcess,
  findProcess,
  identifyProcess,
  isRunning,
  stopProcess,
} from '../../processes';
import type { ManagedProcess } from '../../processes';
import { cleanUp, containing, matching, scratchState, scriptIn } from '../engine/scratch-state';
import { listening, scripted } from './detached-scripts';
import { eventually } from '../../laboratory/home/eventually';

afterEach(() => cleanUp(['thing']));

describe('ensureProcess', () => {
  it('starts a process in a session of its own and writes down how to find it', async () => {
    const state = scratchState();
    const { record, started, replacedDead } = await ensureProcess(state, listening(state));
    expect({ started, replacedDead }).toEqual({ started: true, replacedDead: false });
    expect(await findProcess(state, 'thing')).toEqual({ kind: 'alive', record });
    const { pid } = record.identity;
    const session = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3];
    expect(session).toBe(String(pid));
    expect(statSync(join(state.processes, 'thing.json')).mode & 0o777).toBe(0o600);
    expect(statSync(state.processes).mode & 0o777).toBe(0o700);
    expect(statSync(record.logFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(record.logFile, 'utf8')).toBe('started a\n');
  });

  it('finds a running one instead of starting a second', async () => {
    const state = scratchState();
    const first = await ensureProcess(state, listening(state));
    const second = await ensureProcess(state, listening(state));
    expect(second.started).toBe(false);
    expect(second.record).toEqual(first.record);
  });

  it('starts one when five callers ask at once, and the others find it', async () => {
    const state = scratchState();
    const all = await Promise.all(
      Array.from({ length: 5 }, () => ensureProcess(state, listening(state))),
    );
    expect(all.filter(({ started }) => started)).toHaveLength(1);
    expect(new Set(all.map(({ record }) => record.identity.pid)).size).toBe(1);
    expect(readFileSync(join(state.logs, 'thing.log'), 'utf8')).toBe('started a\n');
  });

  it('starts a killed one again on the port of before, saying that it was dead', async () => {
    const state = scratchState();
    const first = await ensureProcess(state, listening(state));
    process.kill(first.record.identity.pid, 'SIGKILL');
    await eventually('it has ended', async () => !(await isRunning(first.record.identity)));
    expect((await findProcess(state, 'thing')).kind).toBe('dead');
    const second = await ensureProcess(state, listening(state));
    expect(second).toMatchObject({ started: true, replacedDead: true });
    expect(second.record.ports).toEqual(first.record.ports);
    expect(second.record.identity.pid).not.toBe(first.record.identity.pid);
  });

  it('keeps the port over a stop', async () => {
    const state = scratchState();
    const first = await ensureProcess(state, listening(state));
    await stopProcess(state, 'thing');
    const second = await ensureProcess(state, listening(state));
    expect(second.record.ports).toEqual(first.record.ports);
  });

  it('names the port and the remedy when somebody else has taken it, and starts nothing', async () => {
    const state = scratchState();
    const { record } = await ensureProcess(state, listening(state));
    const port = record.ports['main'] ?? 0;
    await stopProcess(state, 'thing');
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    try {
      await expect(ensureProcess(state, listening(state))).rejects.toMatchObject({
        code: 'PORT_IN_USE',
        exitCode: 3,
        message: containing(`port ${port}`),
        remedy: containing(join(state.processes, 'thing.ports.json')),
      });
      expect(await findProcess(state, 'thing')).toEqual({ kind: 'none' });
      const moved = await ensureProcess(state, listening(state, { ports: { main: 'replace' } }));
      expect(moved.record.ports['main']).not.toBe(port);
    } finally {
      other.close();
    }
  });

  it('keeps one with another configuration, or restarts it when asked to', async () => {
    const state = scratchState();
    const first = await ensureProcess(state, listening(state));
    const kept = await ensureProcess(state, listening(state, { fingerprint: 'b' }));
    expect(kept).toMatchObject({ started: false, sameFingerprint: false, record: first.record });
    const changed = listening(state, { fingerprint: 'b', whenDifferent: 'restart' });
    const restarted = await ensureProcess(state, changed);
    expect(restarted).toMatchObject({ started: true, sameFingerprint: true });
    expect(await isRunning(first.record.identity)).toBe(false);
    expect(readFileSync(restarted.record.logFile, 'utf8')).toBe('started a\nstarted b\n');
  });

  describe('gives one that it replaces', () => {
    /** Log of the replaced process. @param onStop what it does when it is told to stop: JavaScript */
    async function logOfReplaced(onStop: string, stopWithinMs: number): Promise<string> {
      const state = scratchState();
      const source = `
        process.on('SIGTERM', () => { ${onStop} });
        console.log('up');
        setInterval(() => {}, 1000);
      `;
      const isUp = ({ logFile }: { readonly logFile: string }) =>
        Promise.resolve(readFileSync(logFile, 'utf8').includes('up'));
      const first = await ensureProcess(state, scripted(state, source, { isReady: isUp }));
      const next = { isReady: isUp, fingerprint: 'b', whenDifferent: 'restart' as const };
      await ensureProcess(state, scripted(state, source, { ...next, stopWithinMs }));
      return readFileSync(first.record.logFile, 'utf8');
    }

    it('no more time than the caller allows', async () => {
      const log = await logOfReplaced(`setInterval(() => console.log('goes on'), 100)`, 300);
      // The default is ten seconds: about 100 lines.
      expect(log.match(/goes on/g)?.length ?? 0).toBeLessThan(50);
    });

    it('all of that time, to end by itself', async () => {
      const ends = `setTimeout(() => { console.log('ended by itself'); process.exit(0); }, 400)`;
      expect(await logOfReplaced(ends, 60_000)).toContain('ended by itself');
    });
  });

  it('prepares a process once, before anybody sees it ready', async () => {
    const state = scratchState();
    let prepared = 0;
    const wanted = listening(state, {
      prepare: async () => {
        prepared += 1;
        const seen = await findProcess(state, 'thing');
        expect(seen.kind === 'alive' && seen.record.readyAt).toBeNull();
      },
    });
    await Promise.all([ensureProcess(state, wanted), ensureProcess(state, wanted)]);
    expect(prepared).toBe(1);
  });

  it('tells the exit code and the last lines of one that ends before it is ready', async () => {
    const state = scratchState();
    const wanted = scripted(state, `console.error('no \\u001b[31mluck'); process.exit(7);`, {
      isReady: () => Promise.resolve(false),
    });
    await expect(ensureProcess(state, wanted)).rejects.toMatchObject({
      code: 'PROCESS_EXITED_EARLY',
      logTail: 'no luck',
      message: matching(/exit code 7.*no luck/s),
    });
    expect(await findProcess(state, 'thing')).toEqual({ kind: 'none' });
  });

  it('starts one again that was killed while it started, and gives up after the third time', async () => {
    const state = scratchState();
    const kills = (times: number) =>
      scripted(
        state,
        `const log = ${JSON.stringify(join(state.root, 'starts'))};
         require('node:fs').appendFileSync(log, 'x');
         if (require('node:fs').readFileSync(log, 'utf8').length <= ${String(times)}) process.kill(process.pid, 'SIGKILL');
         setInterval(() => {}, 1000);`,
        { isReady: () => Promise.resolve(starts().length > times) },
      );
    const starts = (): string => {
      const file = join(state.root, 'starts');
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    };
    expect((await ensureProcess(state, kills(2))).started).toBe(true);
    expect(starts()).toBe('xxx');
    await stopProcess(state, 'thing', { graceMs: 0 });
    await expect(ensureProcess(state, kills(99))).rejects.toMatchObject({
      ...{ code: 'PROCESS_EXITED_EARLY', exitStatus: 'signal SIGKILL' },
    });
    expect(starts()).toBe('xxxxxx');
  });

  it('does not quote what an earlier start wrote', async () => {
    const state = scratchState();
    const failing = (text: string) =>
      scripted(state, `console.log('${text}'); process.exit(1);`, {
        isReady: () => Promise.resolve(false),
      });
    await expect(ensureProcess(state, failing('first'))).rejects.toThrow();
    await expect(ensureProcess(state, failing('second'))).rejects.toMatchObject({
      logTail: 'second',
    });
  });

  it('stops what does not become ready in time', async () => {
    const state = scratchState();
    const wanted = scripted(state, `console.log(process.pid); setInterval(() => {}, 1000);`, {
      isReady: () => Promise.resolve(false),
      readyWithinMs: 400,
    });
    await expect(ensureProcess(state, wanted)).rejects.toMatchObject({ code: 'PROCESS_NOT_READY' });
    const pid = readFileSync(join(state.logs, 'thing.log'), 'utf8').trim();
    expect(pid).toMatch(/^\d+$/);
    expect(await identifyProcess(Number(pid))).toBeNull();
    expect(await findProcess(state, 'thing')).toEqual({ kind: 'none' });
  });

  it('names the program that cannot be run, and leaves no record', async () => {
    const state = scratchState();
    const wanted: ManagedProcess = {
      ...scripted(state, ''),
      command: () => ({ file: join(state.root, 'nothing-here'), args: ['x'] }),
    };
    await expect(ensureProcess(state, wanted)).rejects.toMatchObject({
      code: 'PROCESS_NOT_STARTED',
      message: containing('nothing-here x'),
    });
    expect(await findProcess(state, 'thing')).toEqual({ kind: 'none' });
  });

  it('says so when the state folder cannot be written to', async () => {
    const state = scratchState();
    writeFileSync(state.processes, 'a file in the place of the folder');
    await expect(ensureProcess(state, listening(state))).rejects.toMatchObject({
      code: 'STATE_FOLDER_NOT_WRITABLE',
      exitCode: 3,
      remedy: containing('ESPALIER_HOME'),
    });
  });

  it('gives a process exactly the environment it is told to, and keeps none of it', async () => {
    const state = scratchState();
    const script = scriptIn(
      state,
      'environment.js',
      'console.log(JSON.stringify(process.env)); setInterval(() => {}, 1000);',
    );
    const { record } = await ensureProcess(state, {
      ...scripted(state, ''),
      command: () => ({
        file: process.execPath,
        args: [script],
        environment: { OPENAI_API_KEY: 'sk-planted' },
      }),
      isReady: ({ logFile }) => Promise.resolve(readFileSync(logFile, 'utf8') !== ''),
    });
    expect(JSON.parse(readFileSync(record.logFile, 'utf8'))).toEqual({
      OPENAI_API_KEY: 'sk-planted',
    });
    expect(readFileSync(join(state.processes, 'thing.json'), 'utf8')).not.toContain('sk-planted');
  });
});

describe('a starter that is killed', () => {
  it('leaves a process that the next caller finds by its log and takes over', async () => {
    const state = scratchState();
    const { record } = await ensureProcess(state, listening(state));
    const file = join(state.processes, 'thing.json');
    // As the record stands between the start and the moment when the pid is noted.
    writeFileSync(file, JSON.stringify({ ...record, identity: null, readyAt: null }));
    const again = await ensureProcess(state, listening(state));
    expect(again.started).toBe(false);
    expect(again.record).toMatchObject({ identity: record.identity, ports: record.ports });
    expect(await stopProcess(state, 'thing')).toMatchObject({ kind: 'stopped' });
  });
});
