import { selectFunctions } from '../../../../activities/environment/repository/select-functions';
import type { RepositoryParts } from '../../../../activities/environment/repository/repository-parts';
import type { Definition } from '../../../../core/schemas/environment-definition';
import { definitionOf } from '../../../core/repository/sample-definition';
import { environmentRecord } from '../../../fakes/environment-samples';
import { createMemoryStore } from '../../../fakes/memory-store';
import { answeredJobs, finished } from '../answered-jobs';
import type { JobAnswers } from '../answered-jobs';
import type { ScriptedJob } from '../scripted-jobs';

const attempt = { run: 'r', problem: 'people/tools', sample: 0 };
const record = environmentRecord();
const { signal } = new AbortController();

/** A function with a body of its own, in the order of the letters of the names. */
const named = (name: string, changes: Partial<Definition> = {}): Definition => {
  const place = name.charCodeAt(0) * 100;
  return definitionOf({
    ...{ id: `pkg/m.py::${name}#1`, name, qualname: name, astHash: name },
    ...{ span: { start: place, end: place + 50 } },
    ...changes,
  });
};
const idOf = (name: string): string => named(name).id;
const extracted = (definitions: readonly Definition[]): ScriptedJob => ({
  end: finished({}),
  records: [
    { record: 'file', path: 'pkg/m.py' },
    ...definitions.map((one) => ({ record: 'definition', ...one })),
  ],
});
const edges = (name: string, calls: Readonly<Record<string, number>>) => ({
  ...{ record: 'edges', id: idOf(name), connectivity: { calls } },
});
const graph = (...records: readonly object[]): ScriptedJob => ({
  end: finished({}),
  records: records as never,
});

interface Asked {
  readonly disabledFilters?: readonly string[];
  readonly only?: readonly string[];
  readonly most?: number;
}

async function selecting(answers: JobAnswers, asked: Asked = {}) {
  const store = createMemoryStore();
  await store.environments.saveEnvironment(record);
  const jobs = answeredJobs(answers);
  const parts = {
    store,
    contexts: { configOf: async () => ({ environment: { disabledFilters: [], ...asked } }) },
    repositories: async () => jobs.host,
    place: async () => ({ provider: 'bubblewrap', place: 'here', python: '3.11.7', tools: 't' }),
  } as unknown as RepositoryParts;
  const select = (of = attempt) =>
    selectFunctions(parts, { attempt: of, environment: record.sha256 }, { signal });
  const entries = async (of = attempt) =>
    (await store.environments.funnel(of)).map(({ entry }) => entry);
  const modules = () => jobs.asked.map(({ module }) => module);
  return { ...jobs, store, select, entries, modules };
}

const sound = ['a', 'b', 'c', 'd'].map((name) => named(name));
const connected = graph(...sound.map(({ name }) => edges(name, { function: 1 })));
const plain: JobAnswers = {
  extract: () => extracted(sound),
  slice_definition: () => connected,
};

describe('the functions of a repository that get harnesses', () => {
  it('are told apart from those that a filter stops, copies, and those that nobody asks for', async () => {
    const definitions = [
      named('a'),
      named('b', { module: null }),
      named('c', { astHash: 'a' }),
      named('d'),
      named('e'),
      named('f'),
    ];
    const { select, entries, store } = await selecting(
      {
        extract: () => extracted(definitions),
        slice_definition: () =>
          graph(
            { record: 'other', id: idOf('d'), connectivity: { calls: { function: 9 } } },
            ...['a', 'c', 'e'].map((name) => edges(name, { function: 0, name: 1 })),
            edges('d', { function: 0, name: 0 }),
          ),
      },
      { only: ['pkg/m.py::a', 'pkg/m.py::f'] },
    );
    expect(await select()).toMatchObject({
      ended: null,
      counts: { definitions: 6, candidates: 1, notAsked: 1, waiting: 1, accepted: 0 },
    });
    expect(await entries()).toEqual([
      { stage: 'waiting', id: idOf('a') },
      { stage: 'filtered', id: idOf('b'), filter: 'unreachable' },
      { stage: 'filtered', id: idOf('c'), filter: 'near-duplicate', of: idOf('a') },
      { stage: 'filtered', id: idOf('d'), filter: 'unconnected' },
      { stage: 'not-asked', id: idOf('e') },
      { stage: 'filtered', id: idOf('f'), filter: 'unconnected' },
    ]);
    expect(await store.environments.definitions(record.sha256)).toEqual(definitions);
  });

  it('are at most as many as the request allows', async () => {
    const { select, entries } = await selecting(plain, { most: 2 });
    await select();
    expect((await entries()).map(({ stage }) => stage)).toEqual([
      ...['waiting', 'not-asked', 'waiting', 'not-asked'],
    ]);
  });

  it('pass a filter that the run has switched off', async () => {
    const answers = { ...plain, extract: () => extracted([named('a', { docstring: null })]) };
    const strict = await selecting(answers);
    await strict.select();
    expect(await strict.entries()).toMatchObject([{ filter: 'no-docstring' }]);
    const loose = await selecting(answers, { disabledFilters: ['disable_no_docstring'] });
    await loose.select();
    expect(await loose.entries()).toMatchObject([{ stage: 'waiting' }]);
  });

  it('keep an end that they have', async () => {
    const { select, entries, store } = await selecting(plain);
    await select();
    const harness = '1'.repeat(64);
    await store.environments.setEntry(attempt, { stage: 'accepted', id: idOf('b'), harness });
    expect(await select()).toMatchObject({ counts: { accepted: 1, waiting: 3, candidates: 4 } });
    expect((await entries())[1]).toEqual({ stage: 'accepted', id: idOf('b'), harness });
  });
});

describe('the jobs that find functions', () => {
  it('share one cell; calls are only counted of what the other filters let through', async () => {
    const { select, asked, wishes, cells } = await selecting({
      ...plain,
      extract: () => extracted([named('a'), named('b', { docstring: null })]),
    });
    await select();
    const roots = {
      ...{ source: '/srv/source', project: '/srv/project' },
      ...{ deps: '/srv/deps', tools: '/srv/tools' },
    };
    expect(asked.map(({ module, request }) => [module, request])).toEqual([
      ['extract', { roots }],
      ['slice_definition', { roots, action: 'graph', definitions: [idOf('a')] }],
    ]);
    expect(asked[0]?.options).toMatchObject({ walls: 'strict', signal });
    expect(wishes.map(({ archives }) => archives.map(({ hash, at }) => [hash, at]))).toEqual([
      [
        [record.archives.installed, ''],
        [record.archives.snapshot, 'source'],
        [record.archives.tools, 'tools'],
      ],
    ]);
    expect(cells.open).toBe(0);
  });

  it('are not run again for the same environment, whichever run asks', async () => {
    const { select, modules, wishes } = await selecting(plain);
    const first = await select();
    expect(await select({ ...attempt, run: 'another' })).toEqual(first);
    expect(modules()).toEqual(['extract', 'slice_definition']);
    expect(wishes).toHaveLength(1);
  });

  it('count no calls where nothing is left to ask about', async () => {
    const { select, modules } = await selecting({ ...plain, extract: () => extracted([]) });
    expect(await select()).toMatchObject({ counts: { definitions: 0 } });
    expect(modules()).toEqual(['extract']);
  });

  it('that come to no end are an error, and their cell is closed', async () => {
    const { select, cells } = await selecting({
      extract: () => ({ end: { kind: 'timed-out', cause: 'cpu' } }),
    });
    await expect(select()).rejects.toMatchObject({
      code: 'REPOSITORY_JOB',
      message: 'The job extract came to no end: ended at its limit of CPU',
    });
    expect(cells.open).toBe(0);
  });
});
