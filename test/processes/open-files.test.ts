import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';

import { eventually } from '../../laboratory/home/eventually';
import { readJson, writeJsonAtomically } from '../../processes/json-file';
import { processesWithOpenFile } from '../../processes/open-files';
import { spawnDetached } from '../../processes/spawn-detached';
import { cleanUp, child, firstOutput, scratchState } from '../engine/scratch-state';

afterEach(() => cleanUp([]));

const holding = (file: string) =>
  `require('node:fs').openSync(${JSON.stringify(file)}, 'a'); console.log('open'); setInterval(() => 0, 1e6)`;

describe('the processes that have a file open', () => {
  it('are the others, oldest first, under any number or a given one, whatever path leads there', async () => {
    const { root } = scratchState();
    const file = join(root, 'log');
    const started = [child(['-e', holding(file)]), child(['-e', holding(file)])];
    for (const one of started) await firstOutput(one);
    const own = openSync(file, 'a');
    const pids = started.map(({ pid }) => pid ?? 0).sort((a, b) => a - b);
    expect(await processesWithOpenFile(file)).toEqual(pids);
    expect(await processesWithOpenFile(file, { descriptor: 1 })).toEqual([]);
    symlinkSync(root, join(root, 'link'));
    expect(await processesWithOpenFile(join(root, 'link', 'log'))).toEqual(pids);
    expect(await processesWithOpenFile(join(root, 'other'))).toEqual([]);
    closeSync(own);
  });
});

describe('a detached process', () => {
  const spawnIn = async (root: string, script: string, more = {}) => {
    const log = openSync(join(root, 'log'), 'a');
    try {
      const args = ['-e', script];
      return await spawnDetached('worker', { file: process.execPath, args, ...more }, log);
    } finally {
      closeSync(log);
    }
  };

  it('writes both its outputs to its log, in its folder and environment', async () => {
    const { root } = scratchState();
    mkdirSync(join(root, 'own'));
    const script =
      'console.log(process.cwd(), process.env.A, process.env.PATH); console.error("err")';
    const more = { workingFolder: join(root, 'own'), environment: { A: 'given' } };
    const { exitStatus, identity } = await spawnIn(root, script, more);
    expect(identity.pid).toBeGreaterThan(1);
    await eventually('it ends', () => exitStatus() !== null);
    expect(exitStatus()).toBe('exit code 0');
    const lines = readFileSync(join(root, 'log'), 'utf8').trim().split('\n');
    expect(lines.sort()).toEqual([`${join(root, 'own')} given undefined`, 'err'].sort());
  });

  it('tells the signal that ended it', async () => {
    const { exitStatus } = await spawnIn(
      scratchState().root,
      'process.kill(process.pid, "SIGTERM"); setInterval(() => 0, 1e6)',
    );
    await eventually('it ends', () => exitStatus() !== null);
    expect(exitStatus()).toBe('signal SIGTERM');
  });

  it('that is no program is named with its arguments', async () => {
    await expect(
      spawnDetached('worker', { file: '/nowhere/node', args: ['a', 'b'] }, 1),
    ).rejects.toMatchObject({
      code: 'PROCESS_NOT_STARTED',
      message: expect.stringContaining('could not start the worker: /nowhere/node a b') as string,
    });
  });
});

describe('a small file of ours', () => {
  it('is written whole, for its owner alone, into a folder that is made', async () => {
    const { root } = scratchState();
    const file = join(root, 'deep', 'a.json');
    await writeJsonAtomically(file, { a: 1 });
    expect(await readJson(file)).toEqual({ a: 1 });
    expect([statSync(file).mode & 0o777, statSync(join(root, 'deep')).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    await writeJsonAtomically(file, [2]);
    expect(await readJson(file)).toEqual([2]);
    expect(readdirSync(join(root, 'deep'))).toEqual(['a.json']);
  });

  it('that cannot be written leaves nothing behind, and says which', async () => {
    const { root } = scratchState();
    mkdirSync(join(root, 'a.json'));
    await expect(writeJsonAtomically(join(root, 'a.json'), 1)).rejects.toMatchObject({
      code: 'STATE_FOLDER_NOT_WRITABLE',
      path: join(root, 'a.json'),
    });
    expect(readdirSync(root)).toEqual(['a.json']);
  });

  it('that is absent or no JSON is undefined', async () => {
    expect(await readJson('/nowhere/a.json')).toBeUndefined();
    expect(await readJson(__filename)).toBeUndefined();
  });
});
