import {
  endWords,
  runRepositoryJob,
} from '../../../../activities/environment/repository/run-repository-job';
import { runRepositoryStep } from '../../../../activities/environment/repository/run-repository-step';
import type { RepositoryParts } from '../../../../activities/environment/repository/repository-parts';
import { unpackedWheels } from '../../../../activities/environment/repository/unpacked-wheels';
import type { WheelParts } from '../../../../activities/environment/repository/unpacked-wheels';
import type { JobEnd } from '../../../../core/adapters/repository';
import { repositoryNoteKey, tryKey } from '../../../../core/work/note-keys';
import { createMemoryEnvironments } from '../../../fakes/memory-environments';
import { createMemoryStore } from '../../../fakes/memory-store';
import { answeredJobs, finished } from '../answered-jobs';

const shape = { memoryMb: 64, filesMb: 8, scratchMb: 8 };
const limits = { wallMs: 1_000 } as never;
const attempt = { run: 'r', problem: 'people/tools', sample: 0 };

test.each<[JobEnd, string]>([
  [{ kind: 'timed-out', cause: 'cpu' }, 'ended at its limit of CPU'],
  [{ kind: 'timed-out', cause: 'wall' }, 'ended at its limit of time'],
  [{ kind: 'memory-limit' }, 'more memory than there is for it'],
  [{ kind: 'output-limit', cause: 'files' }, 'more output than is kept'],
  [{ kind: 'killed-by-signal', signal: 'SIGSEGV' }, 'killed by SIGSEGV'],
  [{ kind: 'exited', code: 3 }, 'ended with 3'],
  [{ kind: 'raised', error: { type: 'KeyError', message: 'no' } }, 'KeyError: no'],
])('the end of a job is told in words: %j', (end, words) => {
  expect(endWords(end)).toBe(words);
});

test('what a job raised is told with no more than five hundred characters', () => {
  const words = (length: number): string =>
    endWords({ kind: 'raised', error: { type: 'E', message: 'x'.repeat(length) } });
  expect([words(497).length, words(498).length]).toEqual([500, 500]);
  expect(words(1_000).startsWith('E: xx')).toBe(true);
});

describe('one job in a cell', () => {
  const job = { module: 'extract', request: { a: 1 }, archives: [], shape };
  const { signal } = new AbortController();

  it('has what it asks for, beside others unless it is to be alone', async () => {
    const { host, asked, wishes, cells } = answeredJobs({ extract: () => ({ end: finished({}) }) });
    const options = { limits, walls: 'strict', signal } as const;
    expect(await runRepositoryJob(host, { ...job, options })).toMatchObject({ end: finished({}) });
    await runRepositoryJob(host, { ...job, options, alone: true });
    expect(wishes).toEqual([
      { archives: [], shape, alone: false, signal },
      { archives: [], shape, alone: true, signal },
    ]);
    expect(asked[0]).toEqual({ module: 'extract', request: { a: 1 }, options });
    expect(cells.open).toBe(0);
  });

  it('gives its cell back when it fails', async () => {
    const { host, cells } = answeredJobs({});
    const options = { limits, walls: 'strict' } as const;
    await expect(runRepositoryJob(host, { ...job, options })).rejects.toThrow('not to be run');
    expect(cells.open).toBe(0);
  });
});

describe('the note of a step on a repository', () => {
  const run = async (jobs: number, told: object = {}) => {
    const store = createMemoryStore();
    const { host } = answeredJobs({ extract: () => ({ end: finished({}) }) });
    const parts = { store, repositories: async () => host } as unknown as RepositoryParts;
    const step = { attempt, step: 'select' } as const;
    const result = await runRepositoryStep(
      parts,
      step,
      async (counting) => {
        for (let at = 0; at < jobs; at += 1) {
          const cell = await (await counting.repositories()).open({ archives: [], shape });
          await cell.run({ module: 'extract', request: {} }, { limits, walls: 'strict' });
        }
        return `after ${String(jobs)}`;
      },
      async (came) => ({ ...told, modules: [{ module: came, status: 's', reason: 'r' }] }),
    );
    const key = repositoryNoteKey(attempt, 'select');
    const begun = await store.environments.findStep(tryKey(key, 0));
    return { result, note: await store.environments.findStep(key), begun };
  };

  it('has the cost of all its jobs and what its result tells', async () => {
    const modules = [{ module: 'after 2', status: 's', reason: 'r' }];
    expect(await run(2)).toEqual({
      result: 'after 2',
      note: { step: 'select', cpuMs: 6, wallMs: 10, reused: false, ended: null, modules },
      begun: { begun: true },
    });
  });

  it('says that a step without a job was known before, and how a repository ended', async () => {
    const ended = { code: 'no_python' };
    const { note, begun } = await run(0, { ended });
    expect(note).toMatchObject({ cpuMs: 0, wallMs: 0, reused: true, ended });
    expect(begun).toBeNull();
  });
});

describe('unpacked wheels', () => {
  const wheels = ['one', 'other'].map((name) => ({
    ...{ name, filename: `${name}.whl`, sha256: name },
  }));

  function unpacking(end = finished({})) {
    const environments = createMemoryEnvironments();
    const { host, asked, wishes } = answeredJobs({
      unpack_wheels: () => ({ end, file: 'unpacked' }),
    });
    const parts = {
      store: { environments },
      repositories: async () => host,
      packages: {
        wheels: async (pinned: typeof wheels) => pinned.map(({ name }) => Buffer.from(name)),
      },
    } as unknown as WheelParts;
    return { parts, asked, wishes, environments };
  }

  it('are one archive, made once of the same wheels and programs', async () => {
    const { parts, asked, wishes, environments } = unpacking();
    const sha256 = await unpackedWheels(parts, wheels, ['uv']);
    expect(await environments.hasArchive(sha256)).toBe(true);
    expect(await unpackedWheels(parts, wheels, ['uv'])).toBe(sha256);
    expect(asked.map(({ request }) => request)).toEqual([
      { wheels: ['/srv/wheels/one.whl', '/srv/wheels/other.whl'], scripts: ['uv'] },
    ]);
    const [archive] = wishes[0]?.archives ?? [];
    const chunks: Uint8Array[] = [];
    for await (const chunk of archive?.open() ?? []) chunks.push(chunk);
    expect([archive?.at, Buffer.concat(chunks).toString()]).toEqual(['wheels', 'oneother']);
    await unpackedWheels(parts, wheels);
    await unpackedWheels(parts, wheels.slice(0, 1), ['uv']);
    expect(asked).toHaveLength(3);
  });

  it('are made again where their archive is gone', async () => {
    const { parts, asked } = unpacking();
    await unpackedWheels(parts, wheels);
    const { environments } = parts.store;
    const without = { ...environments, hasArchive: async () => false };
    await unpackedWheels({ ...parts, store: { environments: without } }, wheels);
    expect(asked).toHaveLength(2);
  });

  it('are an error, and nothing is kept, where the job did not end', async () => {
    const { parts, environments } = unpacking({ kind: 'exited', code: 1 } as never);
    const saved: string[] = [];
    const watched = {
      ...environments,
      saveStep: async (key: string) => {
        saved.push(key);
      },
    };
    await expect(
      unpackedWheels({ ...parts, store: { environments: watched } }, wheels),
    ).rejects.toMatchObject({
      code: 'REPOSITORY_JOB',
      message: 'The job unpack_wheels came to no end: ended with 1',
    });
    expect(saved).toEqual([]);
  });
});
