import { usualJobLimits } from '../../../core/adapters/repository';
import type { JobOptions } from '../../../core/adapters/repository';
import { eventually } from '../../../laboratory/home/eventually';
import { RepositoryCells } from '../../../sandbox/repository-cells/open-repository-cells';
import { loadRepositoryBundle } from '../../../sandbox/repository-cells/repository-bundle';
import { ScriptedBackend, type CellMouth, type CellScript } from '../scripted-backend';

const bundle = loadRepositoryBundle();
const stream = { text: '', bytes: 0, truncated: false };
const exited = {
  end: { kind: 'exited', code: 3 },
  ...{ stdout: stream, stderr: stream, cpuMs: 1, wallMs: 2 },
};

interface Asked {
  readonly id: string;
  readonly kind?: string;
  readonly op?: string;
}
type Answer = (asked: Asked, mouth: CellMouth) => void;
const does: Answer = ({ id, op }, { say }) => {
  if (op === undefined) say({ id, job: exited });
};

/** Cells that know where Python is, and do this with jobs; the last behaviour stands for all that follow. */
function hostOf(answers: readonly Answer[] = [does], options = {}) {
  const scripts = answers.map((answer): CellScript => ({
    answer: (asked: Asked, mouth: CellMouth) => {
      if (asked.kind === 'machinePython') mouth.say({ id: asked.id, machinePython: ['/opt/py'] });
      else answer(asked, mouth);
    },
  }));
  const backend = new ScriptedBackend(scripts);
  const host = new RepositoryCells(backend, bundle, { slots: 2, ...options });
  const asked = () => backend.asked as unknown as readonly (Asked & Record<string, unknown>)[];
  return { backend, host, asked };
}

const shape = { memoryMb: 1_024, filesMb: 100, scratchMb: 64 };
const open = ({ host }: Pick<ReturnType<typeof hostOf>, 'host'>, changes = {}) =>
  host.open({ archives: [], shape: { ...shape, ...changes } });
const options: JobOptions = { limits: usualJobLimits, walls: 'strict' };
const job = { module: 'extract', request: { a: 1 } };

describe('a repository cell', () => {
  it('is asked for a job with all that it is run with', async () => {
    const given = hostOf();
    const cell = await open(given);
    const environment = { A: 'b' };
    const interpreter = '/srv/interpreter/bin/python3';
    const more = { hashSeed: 7, environment, interpreter, walls: 'wide' as const };
    expect(await cell.run(job, { ...options, ...more })).toMatchObject({
      ...{ end: { kind: 'exited', code: 3 }, cpuMs: 1, wallMs: 2 },
    });
    const [, told] = given.asked();
    expect(told).toMatchObject({
      ...{ kind: 'job', job: 'extract', request: { a: 1 }, limits: usualJobLimits, walls: 'wide' },
      ...{ machinePython: ['/opt/py'], hashSeed: 7, environment, interpreter, line: false },
    });
    await cell.run(job, options);
    expect(given.asked()[2]).toMatchObject({ hashSeed: 0, environment: {}, walls: 'strict' });
    expect(given.asked()[2]).not.toHaveProperty('interpreter');
    expect(given.backend.shapes).toEqual([
      { memoryMb: 1_024, space: { filesMb: 100, scratchMb: 64 } },
    ]);
    expect(cell.place).toEqual({
      ...{ provider: 'bubblewrap', place: 'scripted', python: '3.11.2', tools: bundle.hash },
    });
    await given.host.close();
  });

  it('is kept for the next caller with the same archives, and looks for Python once', async () => {
    const given = hostOf();
    await (await open(given)).close();
    await (await open(given)).close();
    expect(given.backend.cells).toHaveLength(1);
    expect(given.asked().filter(({ kind }) => kind === 'machinePython')).toHaveLength(1);
    for (const memoryMb of [2_048, 4_096]) await (await open(given, { memoryMb })).close();
    expect(given.asked().filter(({ kind }) => kind === 'machinePython')).toHaveLength(1);
    // Two are kept: the longest idle was ended.
    expect([given.backend.cells.length, given.backend.alive, given.host.cells.length]).toEqual([
      3, 2, 2,
    ]);
    await given.host.close();
    expect([given.backend.alive, given.backend.closed]).toEqual([0, 1]);
  });

  it.each([{ memoryMb: 2_048 }, { filesMb: 101 }, { scratchMb: 65 }])(
    'of another size is another one: %j',
    async (changes) => {
      const given = hostOf();
      await (await open(given)).close();
      await (await open(given, changes)).close();
      expect(given.backend.cells).toHaveLength(2);
      await given.host.close();
    },
  );

  it('is ended at once where none is to be kept', async () => {
    const given = hostOf([does], { idleCells: 0 });
    await (await open(given)).close();
    expect(given.backend.alive).toBe(0);
    await given.host.close();
  });

  it('that breaks is replaced, and its job begins again; after three the job has no result', async () => {
    const dies: Answer = (_, { die }) => {
      die();
    };
    const given = hostOf([dies, dies, does]);
    const cell = await open(given);
    expect((await cell.run(job, options)).end).toEqual({ kind: 'exited', code: 3 });
    expect([given.backend.cells.length, given.backend.alive]).toEqual([3, 1]);
    await given.host.close();
    const hopeless = hostOf([dies]);
    const other = await open(hopeless);
    await expect(other.run(job, options)).rejects.toMatchObject({
      ...{ code: 'SANDBOX_INFRA', fate: 'terminal' },
      message: expect.stringContaining('(in 3 cells one after another)') as string,
    });
    expect([hopeless.backend.cells.length, hopeless.backend.alive]).toEqual([3, 0]);
    await hopeless.host.close();
  });

  it.each([
    [{ limits: { ...usualJobLimits, memoryMb: 1_025 } }, {}, '1025 MB of memory'],
    [{ limits: { ...usualJobLimits, diskMb: 65 } }, {}, '65 MB of disk'],
    [{ environment: { A: 'x'.repeat(8_000) } }, {}, 'environment of a job is too large'],
    [{}, { module: '../extract' }, '"../extract" is no job'],
    [{}, { module: 'a..b' }, 'is no job'],
  ])('refuses a job that it has no room for, or that is none: %#', async (more, changes, words) => {
    const given = hostOf();
    const cell = await open(given);
    const refused = cell.run({ ...job, ...changes }, { ...options, ...more });
    await expect(refused).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(words) as string,
    });
    const most = { ...usualJobLimits, memoryMb: 1_024, diskMb: 64 };
    await cell.run({ ...job, module: 'install.relay' }, { ...options, limits: most });
    await given.host.close();
  });

  it.each(['guest', 'guest/a', '../a', 'a//b', '/a', 'a/.b', 'a b'])(
    'has nothing unpacked at %j',
    async (at) => {
      const given = hostOf();
      const archives = [{ at, hash: 'h', open: () => (async function* () {})() }];
      await expect(given.host.open({ archives, shape })).rejects.toMatchObject({
        exitCode: 2,
        message: `${JSON.stringify(at)} is no place for an archive`,
      });
      expect(given.backend.shapes).toEqual([]);
      await given.host.close();
    },
  );

  it('stops a job that nobody wants any more, and never begins one', async () => {
    const given = hostOf([
      ({ id, op }, { say }) => {
        if (op === 'stop') say({ id, job: { ...exited, end: { kind: 'stopped' } } });
      },
    ]);
    const cell = await open(given);
    const stop = new AbortController();
    const running = cell.run(job, { ...options, signal: stop.signal });
    await eventually('the job is asked', () => given.asked().length === 2);
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'SANDBOX_CANCELLED' });
    const asked = given.asked().length;
    await expect(cell.run(job, { ...options, signal: stop.signal })).rejects.toMatchObject({
      code: 'SANDBOX_CANCELLED',
    });
    expect(given.asked()).toHaveLength(asked);
    await given.host.close();
  });

  it('is given up with its host, for who has it and for who wants one', async () => {
    const given = hostOf([() => undefined]);
    const cell = await open(given);
    const running = cell.run(job, options);
    running.catch(() => undefined);
    await given.host.close();
    await expect(running).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
    await expect(cell.run(job, options)).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
    await expect(open(given)).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
  });

  it('alone has its machine for itself', async () => {
    const given = hostOf();
    const alone = await given.host.open({ archives: [], shape, alone: true });
    let opened = false;
    const other = open(given).then((cell) => {
      opened = true;
      return cell;
    });
    await new Promise(setImmediate);
    expect(opened).toBe(false);
    await alone.close();
    await (await other).close();
    await given.host.close();
  });
});
