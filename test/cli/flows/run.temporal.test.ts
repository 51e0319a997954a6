import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { whileModelsStand } from '../../../laboratory/home/home-processes';
import { eventually } from '../../../laboratory/home/eventually';
import { journalOf } from '../../../laboratory/home/journal';
import { processesOf } from '../../../laboratory/home/machine-processes';
import { itLong } from '../../long';
import { describeWithTemporal } from '../../prerequisites';

const bundled = ['--dataset', 'bundled', '--model', 'simulated'];
/** Never solved, and a while under way. */
const slow = [
  ...[...bundled, '--competence', '0', '--budget', '6'],
  ...['--problems', 'Bundled/1,Bundled/2,Bundled/4'],
];

/** Dozens of commands, each a process of its own, on a machine that may be busy. */
jest.setTimeout(240_000);

describeWithTemporal('a run from the command line', () => {
  let home: EspalierHome;
  beforeAll(() => {
    home = createHome({ environment: { ESPALIER_SIMULATED_LATENCY_MS: '1000' } });
  });
  afterAll(() => home.dispose());

  const start = (...flags: readonly string[]) => home.run('run', 'start', ...flags, '--json');
  const document = async (...args: readonly string[]) =>
    documentOf(await home.run(...args, '--json'));
  /** The problem's attempt once it has a node with a verdict and goes on. */
  const underWay = (run: string, problem: string) =>
    eventually('a node with a verdict', async () => {
      // The journal is looked at first: each `run show` is a process.
      const calls = await journalOf(home, run);
      if (!calls.some((call) => call.problem === problem && call.role === 'critic-score')) {
        return null;
      }
      const shown = await home.run('run', 'show', run, problem);
      return /n0 · visible tests/u.test(shown.stdout) ? shown.stdout : null;
    });
  const succeeds = async (...args: readonly string[]) => {
    const { code, stderr } = await home.run(...args);
    expect([args, code, code === 0 ? '' : stderr]).toEqual([args, 0, '']);
  };
  const statusOf = async (run: string) => (await document('run', 'show', run))['status'];

  it('can be left, looked at, paused, steered, cancelled, resumed, compared, exported and taken down', async () => {
    // One problem after the other: on a busy machine two are left to begin when the run is paused again.
    const left = await start(...slow, '--concurrency', '1', '--detach');
    const run = String(documentOf(left)['run']);
    expect([left.code, documentOf(left)]).toEqual([0, { run, status: 'running' }]);

    const tree = await underWay(run, 'Bundled/1');
    expect(tree).toMatch(/^Bundled\/1 · code-tree · running/u);
    expect(tree).toMatch(/strategy: .*\n[\s\S]*feedback:[\s\S]*critic, /u);

    await succeeds('run', 'steer', 'pause', run);
    expect((await home.run('doctor')).stdout).toMatch(/supervisor: process \d+/u);
    expect(await statusOf(run)).toBe('paused');
    expect((await home.run('run', 'show', run)).stdout).toMatch(
      /in progress +\d \(1 (?:paused|searching)\): Bundled\/1 (?:paused|searching)/u,
    );
    const set = await home.run('run', 'set', run, '--concurrency', '3', '--json');
    expect([set.code, documentOf(set)]).toEqual([0, { run, concurrency: 3, underWay: true }]);

    await succeeds('run', 'steer', 'strategy', run, 'Bundled/1', 'sort first');
    expect((await home.run('run', 'show', run, 'Bundled/1')).stdout).toContain('sort first');
    const refused = await home.run('run', 'steer', 'abort', run, 'Bundled/1', 'n99', '--json');
    expect([refused.code, documentOf(refused)]).toEqual([
      2,
      { error: expect.objectContaining({ code: 'STEERING_REFUSED' }) as unknown },
    ]);
    await succeeds('run', 'steer', 'accept', run, 'Bundled/1', 'n0');
    await succeeds('run', 'steer', 'resume', run);
    await succeeds('run', 'steer', 'pause', run);

    const cancelled = await home.run('run', 'cancel', run, '--json');
    expect([cancelled.code, documentOf(cancelled)['status']]).toEqual([0, 'cancelled']);
    const twice = await home.run('run', 'cancel', run, '--json');
    expect([twice.code, documentOf(twice)]).toMatchObject([2, { error: { code: 'RUN_ENDED' } }]);
    const started = await start(...slow);
    expect([documentOf(started)['status'], started.stderr]).toEqual([
      'cancelled',
      expect.stringContaining('run resume'),
    ]);

    const later = await home.run('run', 'set', run, '--concurrency', '4', '--json');
    expect(documentOf(later)).toEqual({ run, concurrency: 4, underWay: false });
    const resumed = await home.run('run', 'resume', run, '--json');
    expect([resumed.code, documentOf(resumed)]).toMatchObject([
      0,
      { status: 'completed', completed: 3 },
    ]);
    expect((await home.run('run', 'show', run)).stdout).toContain('Not comparable');
    const steered = await home.run('run', 'steer', 'pause', run, '--json');
    expect([steered.code, documentOf(steered)]).toMatchObject([
      2,
      { error: { code: 'NOT_RUNNING' } },
    ]);

    const other = String((await document('run', 'start', ...slow, '--method', 'direct'))['run']);
    const compared = await home.run('run', 'show', run, other);
    expect(compared.stdout).toMatch(/method +code-tree +direct\n/u);
    await exportsOf(run);

    const down = await home.run('down');
    expect([down.code, down.stdout]).toEqual([
      0,
      expect.stringMatching(/worker: stopped\n[\s\S]*engine: stopped/u),
    ]);
    expect(processesOf(home.folder.root)).toEqual([]);
  });

  async function exportsOf(run: string): Promise<void> {
    const target = join(home.folder.root, 'export');
    const first = await home.run('run', 'export', run, target, '--json');
    expect([first.code, documentOf(first)['samples']]).toEqual([0, 3]);
    const bytes = readFileSync(join(target, 'trace.jsonl'), 'utf8');
    const again = await home.run('run', 'export', run, target);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('--force')]);
    expect((await home.run('run', 'export', run, target, '--force')).code).toBe(0);
    expect(readFileSync(join(target, 'trace.jsonl'), 'utf8')).toBe(bytes);
  }

  it('says how it goes on to who leaves before it has begun', async () => {
    // Usually everything is down already, and this command ends at once.
    await home.run('down');
    const flags = [...bundled, '--limit', '1', '--budget', '4', '--seed', '17'];
    const starting = home.start('run', 'start', ...flags);
    await eventually('its start', () => (starting.notes().includes('starting') ? true : null));
    process.kill(starting.pid, 'SIGINT');
    const left = await starting.end;
    expect([left.code, left.stderr]).toEqual([
      130,
      expect.stringContaining('the same command goes on with it'),
    ]);
    expect((await start(...flags)).code).toBe(0);
  });

  itLong(
    'goes on when the command that watches it is interrupted, and the same command attaches again',
    async () => {
      const seeded = [...bundled, '--budget', '4', '--seed', '5'];
      const flags = [...seeded, '--limit', '3'];
      const watching = home.start('run', 'start', ...flags, '--json');
      await eventually('a first look', () => (watching.notes().includes('0/3 ') ? true : null));
      process.kill(watching.pid, 'SIGINT');
      const left = await watching.end;
      const run = String(documentOf(left)['run']);
      expect([left.code, left.stderr]).toEqual([
        0,
        expect.stringContaining(`espalier run resume ${run}`),
      ]);

      const attached = await start(...flags);
      expect([attached.code, documentOf(attached)]).toMatchObject([0, { run, completed: 3 }]);
      const ended = await start(...flags);
      expect([ended.code, documentOf(ended)]).toEqual([0, documentOf(attached)]);
      expect(ended.stderr).toContain('--fresh NAME');
      const fresh = await start(...seeded, '--fresh', 'again', '--limit', '1');
      expect(documentOf(fresh)['run']).not.toBe(run);
    },
  );

  itLong('that is resumed goes on with a problem that was paused by itself, too', async () => {
    const long = [...bundled, '--competence', '0', '--budget', '6', '--problems', 'Bundled/1'];
    const run = String(documentOf(await start(...long, '--seed', '11', '--detach'))['run']);
    await underWay(run, 'Bundled/1');
    await whileModelsStand(home, () => succeeds('run', 'steer', 'pause', run, 'Bundled/1'));
    expect((await home.run('run', 'show', run, 'Bundled/1')).stdout).toContain(
      'PAUSED: paused by hand',
    );
    expect(await statusOf(run)).toBe('running');
    const resumed = await home.run('run', 'resume', run, '--json');
    expect([resumed.code, documentOf(resumed)]).toMatchObject([
      0,
      { status: 'completed', completed: 1 },
    ]);
  });

  it('is not started again by the command that watches it when it is taken down', async () => {
    const flags = [...slow, '--concurrency', '2', '--seed', '13'];
    const run = String(documentOf(await start(...flags, '--detach'))['run']);
    const watching = home.start('run', 'start', ...flags);
    await eventually('a first look', () => (watching.notes().includes('0/3 ') ? true : null));
    await underWay(run, 'Bundled/1');
    expect(documentOf(await home.run('down', '--json'))['waiting']).toEqual([run]);
    const left = await watching.end;
    expect([left.code, left.stderr]).toEqual([3, expect.stringContaining('`espalier down` has')]);
    expect(left.stderr).not.toContain('had died');
    expect(processesOf(home.folder.root)).toEqual([]);
    const listed = await home.run('run', 'list');
    expect([listed.code, listed.stderr]).toEqual([
      0,
      expect.stringContaining(`nothing works on ${run}`) as string,
    ]);

    // It can be cancelled though its engine has forgotten it.
    const shown = await home.run('run', 'show', run, 'Bundled/1');
    expect([shown.code, shown.stdout]).toEqual([
      0,
      expect.stringContaining('nobody answers for it'),
    ]);
    await forgetEngine();
    const cancelled = await home.run('run', 'cancel', run, '--json');
    expect([cancelled.code, documentOf(cancelled)]).toMatchObject([0, { status: 'cancelled' }]);
    expect(documentOf(await home.run('down', '--json'))['waiting']).toEqual([]);
  });

  async function forgetEngine(): Promise<void> {
    const { rm } = await import('node:fs/promises');
    for (const end of ['', '-wal', '-shm'])
      await rm(home.folder.engineDatabase + end, { force: true });
    expect(existsSync(home.folder.engineDatabase)).toBe(false);
  }
});
