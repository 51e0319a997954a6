import { usualJobLimits } from '../../../core/adapters/repository';
import type {
  Job,
  JobEnd,
  JobOptions,
  JobRecord,
  RepositoryCell,
} from '../../../core/adapters/repository';
import type { HarnessTask } from '../../../core/adapters/sandbox';
import { runPart } from '../../../sandbox/harness/run-part';
import { limits } from '../tasks';

const part = { source: 'cases', cases: ['case_0', 'case_1'], blobs: { data: 'YQ==' } };
const task: HarnessTask = {
  ...{ environment: 'e'.repeat(64), program: 'def f(): pass', parts: [part], seed: 9 },
  target: { id: 'a@0::m.py::f#1', module: 'pkg.m', qualname: 'f' },
  limits: { ...limits, cpuMs: 1_500, wallMs: 4_000 },
};
const imported: JobEnd = { kind: 'finished', record: { import: { ok: true } } };

/** A cell that says these records, each of an attempt, and ends so. */
function cellOf(end: JobEnd, records: readonly (readonly [JobRecord, number])[] = []) {
  const asked: (readonly [Job, JobOptions])[] = [];
  const cell = {
    run: async (job: Job, options: JobOptions) => {
      asked.push([job, options]);
      for (const [record, attempt] of records) options.onRecord?.(record, attempt);
      return { end, cpuMs: 77 };
    },
  } as unknown as RepositoryCell;
  return { cell, asked };
}

async function ran(
  end: JobEnd,
  records: readonly (readonly [JobRecord, number])[] = [],
  own: HarnessTask = task,
) {
  return runPart(cellOf(end, records).cell, own, { part, text: 'text' });
}

describe('a part of a harness', () => {
  it('is run with the candidate in place of its module, in the limits of each case', async () => {
    const { cell, asked } = cellOf(imported);
    const { signal } = new AbortController();
    await runPart(cell, task, { part, text: 'the module' }, signal);
    const [[job, options]] = asked as [(typeof asked)[number]];
    expect(job).toMatchObject({
      module: 'run_cases',
      request: {
        ...{ action: 'run', overlay: { 'pkg.m': 'the module' } },
        harness: { target: task.target.id, module: 'pkg.m', qualname: 'f', ...part },
        limits: {
          ...{ importSeconds: 30, wallSeconds: 4, cpuSeconds: 2 },
          ...{ memoryMb: limits.memoryMb, outputBytes: limits.outputBytes },
        },
      },
    });
    expect(options).toMatchObject({ walls: 'strict', signal });
    // Two imports of 30 s, and each of two cases and one more.
    expect(options.limits).toEqual({
      ...usualJobLimits,
      ...{ wallMs: 60_000 + 3 * 4_000, cpuMs: 60_000 + 3 * 1_500 },
      ...{ processes: limits.processes + 4, memoryMb: limits.memoryMb, diskMb: limits.diskMb },
    });
  });

  it('takes twenty minutes at most, however many cases it has', async () => {
    const { cell, asked } = cellOf(imported);
    const many = { ...part, cases: Array.from({ length: 1_000 }, (_, at) => `case_${String(at)}`) };
    await runPart(cell, task, { part: many, text: '' });
    expect(asked[0]?.[1].limits).toMatchObject({ wallMs: 1_200_000, cpuMs: 1_200_000 });
  });

  it('without cases only loads the program', async () => {
    const { cell, asked } = cellOf(imported);
    await runPart(cell, task, { part: null, text: '' });
    expect(asked[0]?.[0].request).toMatchObject({
      harness: { target: task.target.id, source: '', cases: [], blobs: {} },
    });
  });

  it('has the records of the last attempt alone', async () => {
    const [first, second, third] = [{ case: 'a' }, { case: 'b' }, { case: 'c' }];
    const { end, records, cpuMs, timeSensitive } = await ran(imported, [
      [first, 1],
      [second, 2],
      [third, 2],
    ]);
    expect([end, records, cpuMs, timeSensitive]).toEqual([
      { kind: 'ran' },
      [second, third],
      77,
      false,
    ]);
  });

  it.each(['timed-out', 'killed'])('ends with the first case that was %s', async (kind) => {
    const records = [
      [{ case: 'a', end: { kind: 'finished' } }, 1],
      [{ case: 'b', end: { kind } }, 1],
      [{ case: 'c' }, 1],
    ] as const;
    expect(await ran(imported, records)).toEqual({
      ...{ end: { kind: 'ran' }, cpuMs: 1_500, timeSensitive: true },
      records: records.slice(0, 2).map(([record]) => record),
    });
  });

  it('throws what the cell throws', async () => {
    const cell = { run: () => Promise.reject(new Error('it broke')) } as unknown as RepositoryCell;
    await expect(runPart(cell, task, { part, text: '' })).rejects.toThrow('it broke');
  });

  it.each<[JobEnd, object]>([
    [{ kind: 'raised', error: { type: 'E', message: 'm' } }, { kind: 'exited-early' }],
    [{ kind: 'exited', code: 0 }, { kind: 'exited-early' }],
    [{ kind: 'timed-out', cause: 'cpu' }, { kind: 'timed-out' }],
    [{ kind: 'memory-limit' }, { kind: 'memory-limit' }],
    [{ kind: 'output-limit', cause: 'output' }, { kind: 'output-limit' }],
    [{ kind: 'killed-by-signal', signal: 'SIGKILL' }, { kind: 'killed-by-signal' }],
  ])('that ended as %j has the verdict %j', async (end, verdict) => {
    expect((await ran(end)).end).toEqual(verdict);
  });

  it.each<[object, object]>([
    [{ ok: true, kind: 'exited' }, { kind: 'ran' }],
    [{ kind: 'timed-out' }, { kind: 'timed-out' }],
    [{ kind: 'exited' }, { kind: 'exited-early' }],
    [{ kind: 'killed' }, { kind: 'killed-by-signal' }],
    [
      { ok: 'yes', kind: 'toString' },
      { kind: 'raised', error: 'It could not be imported.' },
    ],
    [{}, { kind: 'raised', error: 'It could not be imported.' }],
  ])('whose import came to %j has the verdict %j', async (told, verdict) => {
    const end: JobEnd = { kind: 'finished', record: { import: told } };
    expect((await ran(end)).end).toEqual(verdict);
  });

  it('depends on time where it was stopped for it, or took half of what it may', async () => {
    const taking = (seconds: unknown) => [[{ feedback: { seconds } }, 1]] as const;
    expect((await ran({ kind: 'timed-out', cause: 'wall' })).timeSensitive).toBe(true);
    expect((await ran(imported, taking(0.75))).timeSensitive).toBe(true);
    expect((await ran(imported, taking(0.74))).timeSensitive).toBe(false);
    expect((await ran(imported, taking('9'))).timeSensitive).toBe(false);
  });
});
