import { withFunction } from '../../../../activities/environment/harness/open-function';
import type { OpenFunction } from '../../../../activities/environment/harness/open-function';
import { captureTraces } from '../../../../activities/environment/repository/capture-traces';
import type { AttemptContexts } from '../../../../activities/work/attempt-contexts';
import type { RepositoryHost } from '../../../../core/adapters/repository';
import type { HarnessRun, HarnessTask } from '../../../../core/adapters/sandbox';
import { answeringSandbox } from '../../../fakes/answering-sandbox';
import { durableContext } from '../../../fakes/activity-dependencies';
import { definitionAt, environmentRecord } from '../../../fakes/environment-samples';
import { createMemoryStore } from '../../../fakes/memory-store';
import { scriptedJobs } from '../scripted-jobs';

const attempt = { run: 'r', problem: 'people/tools', sample: 0 };
const definition = definitionAt('tools.py', 'f', 0);
const record = environmentRecord();

/** A function of a repository that was taken in for the attempt, and the cells that were open for it. */
async function functions({
  commit = 'd'.repeat(40),
  generators = ['traces'],
}: { commit?: string | null; generators?: readonly string[] } = {}) {
  const store = createMemoryStore();
  const { environments, blobs } = store;
  await environments.saveEnvironment(record);
  await environments.saveDefinitions(record.sha256, [definition]);
  const repository = { ...record.repository, name: 'fork/tools', tree: '8'.repeat(64), commit };
  const version = { describe: null, date: null };
  const tree = { repository, files: 1, bytes: 1, version, lacks: null, folder: null };
  const taken = await blobs.put(JSON.stringify({ ended: null, tree }));
  const gates = { coverage: 0.7, mutation: 0.6 };
  const contexts = {
    configOf: async () => ({
      environment: { gates, generators, sources: { [attempt.problem]: { taken } } },
    }),
  } as unknown as AttemptContexts;
  const call = { receiver: null, arguments: ['1'], keywords: {} };
  const jobs = scriptedJobs([
    {
      end: { kind: 'finished', record: { suites: [], tests: { f: ['test_f'] } } },
      records: [{ id: definition.id, call, needs: {} }],
    },
  ]);
  const cells = { open: 0, opened: 0, alone: 0 };
  const host: RepositoryHost = {
    open: async (wish) => {
      const cell = await jobs.host.open(wish);
      cells.open += 1;
      cells.opened += 1;
      cells.alone += Number(wish.alone === true);
      return {
        ...cell,
        close: async () => {
          cells.open -= 1;
        },
      };
    },
  };
  const place = jobs.cell(false).place;
  const signal = new AbortController().signal;
  const parts = { store, contexts, repositories: async () => host, place: async () => place };
  const tests = () =>
    captureTraces(parts as never, { attempt, environment: record.sha256 }, { signal });
  const open = <T>(
    body: (opened: OpenFunction) => Promise<T>,
    { id = definition.id, harness }: { id?: string; harness?: object } = {},
  ): Promise<T> =>
    withFunction(
      {
        ...{ store, repositories: async () => host },
        sandbox: async () => ({ ...answeringSandbox({}), ...harness }),
      },
      contexts,
      { attempt, environment: record.sha256, function: id },
      durableContext({ signal }),
      body,
    );
  return { open, cells, tests, repository, gates, signal };
}

describe('a function that is worked on', () => {
  it('has its definition, the gates of its run, and the source of its own attempt', async () => {
    const { open, repository, gates } = await functions();
    const told = await open(async ({ context, record: environment }) => ({
      context,
      environment,
      definitions: await context.definitions(),
    }));
    expect(told.environment).toEqual({ ...record, repository });
    expect(told.definitions).toEqual([definition]);
    expect(told.context).toMatchObject({
      ...{ definition, gates, environment: record.sha256 },
      target: `fork/tools@dddddddddddd::${definition.id}`,
    });
  });

  it('is named by its tree where that is of no commit', async () => {
    const { open } = await functions({ commit: null });
    const target = await open(async ({ context }) => context.target);
    expect(target).toBe(`fork/tools@888888888888::${definition.id}`);
  });

  it('has a cell until its work is done, however that ends', async () => {
    const { open, cells } = await functions();
    expect(await open(async () => ({ ...cells }))).toEqual({ open: 1, opened: 1, alone: 0 });
    expect(cells.open).toBe(0);
    const failing = open(() => Promise.reject(new Error('so')));
    await expect(failing).rejects.toThrow('so');
    expect(cells).toEqual({ open: 0, opened: 2, alone: 0 });
    const alone = await open(({ context }) => context.alone(async () => ({ ...cells })));
    expect(alone).toEqual({ open: 1, opened: 4, alone: 1 });
  });

  it('has the traces of the tests of its attempt, once these were run', async () => {
    const { open, tests } = await functions();
    const traces = () => open(({ context }) => context.traces());
    expect(await traces()).toBeNull();
    const stored = await tests();
    expect(await traces()).toEqual({
      sha256: stored?.traces,
      traces: {
        records: [
          {
            ...{ id: definition.id, needs: {} },
            call: { receiver: null, arguments: ['1'], keywords: {} },
          },
        ],
        tests: { f: ['test_f'] },
      },
    });
  });

  it('is graded where candidates are, and nowhere else', async () => {
    const { open, signal } = await functions();
    const task = { environment: 'e1' } as HarnessTask;
    const ran = { end: { kind: 'ran' } } as HarnessRun;
    const harness = async (given: HarnessTask, options: object) => {
      expect([given, options]).toEqual([task, { signal }]);
      return ran;
    };
    const grade = ({ context }: OpenFunction) => context.grade(task);
    expect(await open(grade, { harness: { harness } })).toBe(ran);
    await expect(open(grade)).rejects.toThrow('e1');
  });

  it('that the store does not have is an error that names it, and opens no cell', async () => {
    const { open, cells } = await functions();
    await expect(open(async () => null, { id: 'gone' })).rejects.toMatchObject({
      ...{ code: 'FUNCTION_MISSING', message: 'function gone is not in the store' },
    });
    expect(cells.opened).toBe(0);
  });
});
