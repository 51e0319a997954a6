import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';

import { ensureProcess, findProcess, isRunning } from '../../processes';
import { scripted } from './detached-scripts';
import { cleanUp, scratchState } from '../engine/scratch-state';
import type { ScratchState } from '../engine/scratch-state';
import { eventually } from '../../laboratory/home/eventually';

const writers: ChildProcess[] = [];

afterEach(async () => {
  for (const writer of writers.splice(0)) writer.kill('SIGKILL');
  await cleanUp(['thing']);
});

/** A process of no record of ours whose standard output is the log of `thing`. */
async function writingToLog(
  state: ScratchState,
  { detached }: { readonly detached: boolean },
): Promise<number> {
  mkdirSync(state.logs, { recursive: true });
  const log = openSync(join(state.logs, 'thing.log'), 'a');
  const writer = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    detached,
    stdio: ['ignore', log, 'ignore'],
  });
  closeSync(log);
  writers.push(writer);
  await new Promise((resolve) => writer.once('spawn', resolve));
  return writer.pid ?? 0;
}

describe('a process that writes to the log of one that is looked for', () => {
  it('is taken for it when it leads a session, as every detached process of ours does', async () => {
    const state = scratchState();
    const pid = await writingToLog(state, { detached: true });
    const found = await findProcess(state, 'thing');
    expect(found).toMatchObject({ kind: 'alive', record: { identity: { pid }, readyAt: null } });
  });

  it('is not taken for it when it leads no session: it is a child of one, or somebody else', async () => {
    const state = scratchState();
    await writingToLog(state, { detached: false });
    expect(await findProcess(state, 'thing')).toEqual({ kind: 'none' });
  });

  it('does not stand in for one that has died and left it behind', async () => {
    const state = scratchState();
    const first = await ensureProcess(state, scripted(state, 'setInterval(() => {}, 1000)'));
    const leftBehind = await writingToLog(state, { detached: false });
    process.kill(first.record.identity.pid, 'SIGKILL');
    await eventually('it has ended', async () => !(await isRunning(first.record.identity)));
    expect((await findProcess(state, 'thing')).kind).toBe('dead');
    const second = await ensureProcess(state, scripted(state, 'setInterval(() => {}, 1000)'));
    expect(second).toMatchObject({ started: true, replacedDead: true });
    expect(second.record.identity.pid).not.toBe(leftBehind);
  });
});
