import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { bubblewrap } from '../../sandbox/bubblewrap/bubblewrap';
import { ownerMark, stateMark } from '../../sandbox/bubblewrap/owner-mark';
import { CopiedBodyError, EnvironmentMissingError } from '../../sandbox/harness/grading-errors';
import { cellUsers } from '../../sandbox/cells/cell-user';
import { docker } from '../../sandbox/docker';
import { reapOrphans } from '../../sandbox/reap-orphans';
import { thisOwner } from '../../processes/owner';
import { cleanUp, scratchState } from '../engine/scratch-state';

afterEach(() => cleanUp([]));

const nobody = 65_534;

describe('bubblewrap', () => {
  it('is started as another user if the process is root or has no uid', () => {
    for (const root of [0, undefined]) {
      expect(bubblewrap.userFinding?.(root)).toMatchObject({
        ...{ name: 'bubblewrap user', ok: true },
        detail: expect.stringMatching(/^this is root: bubblewrap is started as /) as string,
      });
    }
    expect(bubblewrap.userFinding?.(1000).detail).toContain('started as uid 1000');
  });

  it('may own a file outside as the user that it is started as, and as nobody else', () => {
    const asRoot = bubblewrap.userOutside(0);
    const own = [cellUsers.first, cellUsers.first + cellUsers.count - 1, nobody];
    expect(own.map(asRoot)).toEqual([true, true, true]);
    const others = [0, 1000, cellUsers.first - 1, cellUsers.first + cellUsers.count];
    expect(others.map(asRoot)).toEqual([false, false, false, false]);
    const asUser = bubblewrap.userOutside(1000);
    expect([1000, 0, nobody, cellUsers.first].map(asUser)).toEqual([true, false, false, false]);
  });

  it('is looked for where it is told to be, and refused with a remedy where it is not', async () => {
    const options = { backend: 'bubblewrap', stateLabel: 's', searchPath: '/nowhere/bin' } as const;
    const needs = { bootstrap: '', remedy: 'Install it' };
    await expect(bubblewrap.open(options, needs)).rejects.toMatchObject({
      code: 'SANDBOX_MISSING',
      message: expect.stringContaining('not on /nowhere/bin') as string,
      remedy: expect.stringContaining('Install it') as string,
    });
  });

  it('is a file that may be executed', async () => {
    const { root } = scratchState();
    writeFileSync(join(root, 'bwrap'), '', { mode: 0o644 });
    const options = { backend: 'bubblewrap', stateLabel: 's', searchPath: root } as const;
    await expect(bubblewrap.open(options, { bootstrap: '', remedy: '' })).rejects.toMatchObject({
      code: 'SANDBOX_MISSING',
    });
  });

  it('has cells only where a child of ours is its process', async () => {
    expect(await bubblewrap.cells(new Map(), {})).toEqual([]);
  });

  it('marks its cells with the state folder and who made them', () => {
    expect(stateMark('/state')).toMatch(/^[0-9a-f]{12}$/);
    expect(stateMark('/state')).not.toBe(stateMark('/other'));
    const owner = { pid: 7, startTime: '8', bootId: 'b', machine: 'm' };
    expect(ownerMark('/state', owner)).toBe(`${stateMark('/state')}:7/8/b/m`);
  });
});

describe('Docker', () => {
  it('says that a kernel does not count processes for each box, where it does not', () => {
    expect(docker.findings('5.14.0')).toEqual([]);
    expect(docker.findings('5.13.0')).toMatchObject([
      { name: 'docker processes', ok: true, detail: expect.stringContaining('5.13.0') as string },
    ]);
    expect(bubblewrap.findings('5.13.0')).toEqual([]);
  });

  it('may own a file outside as a user of its cells alone', () => {
    const own = docker.userOutside(0);
    expect([cellUsers.first, nobody, 0].map(own)).toEqual([true, false, false]);
  });
});

describe('what dead owners left', () => {
  it('is ended of this state folder alone, and where nobody can look, that is said', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const mark = (label: string, owner = thisOwner()) => ownerMark(label, owner);
    const dead = { ...thisOwner(), pid };
    const started = [mark('mine'), mark('other', dead), mark('mine', dead)].map((text) => {
      const name = 'bwrap';
      return spawnHolding(name, text);
    });
    await Promise.all(started.map(({ ready }) => ready));
    try {
      const dockerHost = 'unix:///nowhere/docker.sock';
      const reaped = await reapOrphans({ stateLabel: 'mine', dockerHost });
      const [, , left] = started;
      expect(reaped.find(({ backend }) => backend === 'bubblewrap')).toEqual({
        ...{ backend: 'bubblewrap', unreachable: null },
        removed: [`process ${String(left?.child.pid)}`],
      });
      expect(reaped.find(({ backend }) => backend === 'docker')).toMatchObject({
        removed: [],
        unreachable: expect.any(String) as string,
      });
      await left?.ended;
      expect(started.slice(0, 2).map(({ child }) => child.exitCode ?? child.signalCode)).toEqual([
        null,
        null,
      ]);
    } finally {
      for (const { child } of started) child.kill('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
    }
  });
});

/** A process that looks like bubblewrap with this mark. */
function spawnHolding(name: string, mark: string) {
  const child = spawn('/bin/sh', ['-c', 'echo up; read x', '--setenv', 'ESPALIER_BOX', mark], {
    argv0: name,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ready = new Promise((resolve) => child.stdout.once('data', resolve));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return { child, ready, ended };
}

describe('an environment that nobody can be graded in', () => {
  it('is told by its target and the first five copies of its body', () => {
    const copies = [1, 2, 3, 4, 5, 6].map((at) => ({ path: `p${String(at)}`, why: 'the same' }));
    const error = new CopiedBodyError('a::f', copies);
    expect(error.message).toMatch(
      /^a candidate for a::f could read the original: p1 \(the same\), /,
    );
    expect(error.message).toMatch(/p5 \(the same\)$/);
    expect(error).toMatchObject({ code: 'BODY_COPIED', fate: 'terminal' });
  });

  it('is told to be missing by the beginning of its hash, which pauses the run', () => {
    const error = new EnvironmentMissingError(`0123456789ab${'c'.repeat(52)}`);
    expect(error.message).toBe('there is no environment 0123456789ab in this state folder');
    expect(error).toMatchObject({ code: 'ENVIRONMENT_MISSING', fate: 'pauses-run' });
  });
});
