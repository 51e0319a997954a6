import { Readable } from 'node:stream';

import type {
  Job,
  JobOptions,
  JobResult,
  RepositoryCell,
  RepositoryHost,
} from '../../../core/adapters/repository';
import { GradedEnvironments } from '../../../sandbox/harness/graded-environments';
import { environmentRecord } from '../../fakes/environment-samples';
import { createMemoryEnvironments } from '../../fakes/memory-environments';

const { sha256: environment } = environmentRecord();
const idOf = (name: string): string => `tools@0::pkg/m.py::${name}#1`;

/** Packages hold a copy of the body of `copied` alone, so that for this function they are others than for the rest. */
async function world() {
  const store = createMemoryEnvironments();
  await store.saveEnvironment(environmentRecord());
  const wanted: [name: string, archives: readonly string[]][] = [];
  const cells = { open: 0 };
  const run = async ({ request }: Job, options?: JobOptions): Promise<JobResult> => {
    const { target, archives } = request as {
      target: { qualname: string };
      archives: readonly string[];
    };
    const { qualname } = target;
    wanted.push([qualname, archives]);
    const same = qualname !== 'copied';
    const leaks = qualname === 'leaked' ? [{ path: 'deps/x.so', why: 'unseen' }] : [];
    for (const name of leaks.length > 0 ? [] : archives) {
      const text = name === 'project' || !same ? `${name} without ${qualname}` : name;
      await options?.onFile?.(name, Readable.from([Buffer.from(text)]), 1);
    }
    const silent = { text: '', bytes: 0, truncated: false };
    return {
      end: { kind: 'finished', record: { removed: [], leaks, same } },
      ...{ records: [], files: [], stdout: silent, stderr: silent, cpuMs: 1, wallMs: 1 },
    };
  };
  const open = (): Promise<RepositoryCell> => {
    cells.open += 1;
    return Promise.resolve({
      place: { provider: 'bubblewrap', place: 'here', python: '3.11.7', tools: 't' },
      run,
      close: () => {
        cells.open -= 1;
        return Promise.resolve();
      },
    });
  };
  const host: RepositoryHost = { open };
  const environments = new GradedEnvironments(host, store, 'tools');
  const contentsOf = async (name: string): Promise<readonly string[]> => {
    const { archives } = await environments.of(environment, idOf(name));
    return Promise.all(archives.slice(0, 2).map(async ({ open: content }) => textOf(content())));
  };
  return { environments, contentsOf, wanted, cells };
}

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe('environments without a body', () => {
  it('share their packages, and are made once', async () => {
    const { contentsOf, wanted, cells } = await world();
    expect(await contentsOf('f')).toEqual(['rest', 'project without f']);
    expect(await contentsOf('g')).toEqual(['rest', 'project without g']);
    expect(await contentsOf('f')).toEqual(['rest', 'project without f']);
    expect(wanted).toEqual([
      ['f', ['project', 'rest']],
      ['g', ['project']],
    ]);
    expect(cells.open).toBe(0);
  });

  it.each([
    ['first', ['copied', 'f']],
    ['last', ['f', 'copied']],
  ])('share no packages with a function of which these held a copy, made %s', async (_, names) => {
    const { contentsOf } = await world();
    const made = new Map<string, readonly string[]>();
    for (const name of names) made.set(name, await contentsOf(name));
    expect(made.get('copied')).toEqual(['rest without copied', 'project without copied']);
    expect(made.get('f')).toEqual(['rest', 'project without f']);
  });

  it('are made once for two candidates at the same time', async () => {
    const { contentsOf, wanted } = await world();
    await Promise.all([contentsOf('f'), contentsOf('f')]);
    expect(wanted).toHaveLength(1);
  });

  it('are none where a copy remains, which is known the next time', async () => {
    const { contentsOf, wanted, cells } = await world();
    const code = 'BODY_COPIED';
    await expect(contentsOf('leaked')).rejects.toMatchObject({ code });
    await expect(contentsOf('leaked')).rejects.toMatchObject({ code });
    expect([wanted.length, cells.open]).toEqual([1, 0]);
  });
});
