import { WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';

import {
  cancelWork,
  endWork,
  engineWork,
  engineWorks,
  queryProgress,
  queryTree,
  setConcurrency,
  startWork,
} from '../../client';
import { untilHeard } from '../../client/until-heard';
import type { RunWindowInput } from '../../workflows/work/run-window';
import { testTiming } from '../workflows/support/scripted-run';

const gone = (): Error => new WorkflowNotFoundError('none', 'r', undefined);
const down = (): Error => new Error('no route');
const refused = (why: string): Error =>
  new WorkflowUpdateFailedError('Workflow Update failed', new Error(why));

/** An engine whose handles do this. */
function clientWith(
  handle: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): Client {
  const getHandle = (id: string) => ({ id, ...handle });
  return { workflow: { getHandle, ...more } } as unknown as Client;
}

describe('starting the work on a run', () => {
  const input = (generation?: string): RunWindowInput => {
    const queues = { workflows: 'w', model: 'm', sandbox: 's' };
    const labels = { method: 'direct', dataset: 'mbpp', model: 'gpt' };
    const setting = { run: 'r', kind: 'search' as const, timing: testTiming, queues, labels };
    return { concurrency: 1, setting: { ...setting, ...(generation ? { generation } : {}) } };
  };

  async function started(given: RunWindowInput): Promise<unknown> {
    const calls: unknown[] = [];
    const start = async (...call: unknown[]): Promise<void> => void calls.push(call);
    await startWork(clientWith({}, { start }), given);
    return calls;
  }

  it('begins a workflow under the id of the run, or attaches to the one that runs', async () => {
    expect(await started(input('g1'))).toEqual([
      [
        'runWindow',
        {
          ...{ workflowId: 'r', taskQueue: 'w', args: [input('g1')] },
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          staticSummary: 'direct on mbpp with gpt',
          searchAttributes: {
            ...{ EspalierRun: ['r'], EspalierMethod: ['direct'], EspalierDataset: ['mbpp'] },
            ...{ EspalierModel: ['gpt'], EspalierPhase: ['running'] },
          },
          memo: { espalierGeneration: 'g1' },
        },
      ],
    ]);
    expect(await started(input())).toMatchObject([[{}, { memo: { espalierGeneration: null } }]]);
  });

  it('says which run could not be started', async () => {
    const client = clientWith({}, { start: () => Promise.reject(down()) });
    await expect(startWork(client, input())).rejects.toMatchObject({
      ...{ code: 'ENGINE_FAILED', message: 'starting run r: no route' },
    });
  });
});

describe('what the engine knows of a run', () => {
  const described = (name: string, memo?: object): Client =>
    clientWith({ describe: async () => ({ status: { name }, memo }) });

  it.each([
    ['RUNNING', { espalierGeneration: 'g1' }, { state: 'running', generation: 'g1' }],
    ['RUNNING', { espalierGeneration: null }, { state: 'running', generation: null }],
    ['COMPLETED', { other: 'x' }, { state: 'closed', generation: null }],
    ['TERMINATED', undefined, { state: 'closed', generation: null }],
  ])('of one that is %s with memo %j', async (status, memo, work) => {
    expect(await engineWork(described(status, memo), 'r')).toEqual(work);
  });

  it('is nothing of one that it never had, and is asked in vain when it does not answer', async () => {
    const unknown = clientWith({ describe: () => Promise.reject(gone()) });
    expect(await engineWork(unknown, 'r')).toBeNull();
    const silent = clientWith({ describe: () => Promise.reject(down()) });
    await expect(engineWork(silent, 'r')).rejects.toMatchObject({ message: 'run r: no route' });
  });

  it('is asked of several in no more than the time that is given', async () => {
    const deadlines: number[] = [];
    const client = {
      ...{ withDeadline: (at: number, ask: () => unknown) => (deadlines.push(at), ask()) },
      workflow: {
        getHandle: (id: string) => ({
          describe: () =>
            id === 'b'
              ? Promise.reject(gone())
              : Promise.resolve({ status: { name: 'RUNNING' }, memo: { espalierGeneration: id } }),
        }),
      },
    } as unknown as Client;
    const before = Date.now();
    expect(await engineWorks(client, ['a', 'b', 'c'], 7_000)).toEqual([
      { state: 'running', generation: 'a' },
      null,
      { state: 'running', generation: 'c' },
    ]);
    expect(deadlines).toHaveLength(1);
    expect((deadlines[0] ?? 0) - before).toBeGreaterThanOrEqual(7_000);
    expect((deadlines[0] ?? 0) - Date.now()).toBeLessThanOrEqual(7_000);
  });

  it.each([
    ['progress', queryProgress, 'run r'],
    ['tree', queryTree, 'r'],
  ] as const)('is its %s, from the workflow itself', async (name, ask, what) => {
    const query = async (asked: string): Promise<string> => `answer to ${asked}`;
    expect(await ask(clientWith({ query }), 'r')).toBe(`answer to ${name}`);
    const none = clientWith({ query: () => Promise.reject(gone()) });
    await expect(ask(none, 'r')).rejects.toMatchObject({
      code: 'NOT_RUNNING',
      message: expect.stringContaining(`${what}: `) as string,
    });
  });
});

describe('a change of a run under way', () => {
  it('has the number of items at a time as an update', async () => {
    const updates: unknown[] = [];
    const executeUpdate = async (...update: unknown[]): Promise<void> => void updates.push(update);
    await setConcurrency(clientWith({ executeUpdate }), 'r', 7);
    expect(updates).toEqual([['set-concurrency', { args: [7] }]]);
  });

  it('says why it was refused, and of what', async () => {
    const client = clientWith({ executeUpdate: () => Promise.reject(refused('it has ended')) });
    await expect(setConcurrency(client, 'r', 7)).rejects.toMatchObject({
      code: 'STEERING_REFUSED',
      message: 'concurrency of run r was refused: it has ended',
    });
  });

  it('cancels its workflow', async () => {
    let cancelled = 0;
    await cancelWork(clientWith({ cancel: async () => void (cancelled += 1) }), 'r');
    expect(cancelled).toBe(1);
    const none = clientWith({ cancel: () => Promise.reject(gone()) });
    await expect(cancelWork(none, 'r')).rejects.toMatchObject({
      message: expect.stringContaining('cancelling run r: ') as string,
    });
  });
});

describe('an update that no handler hears', () => {
  const unheard = (): Error => refused('No registered handler for update: pause');

  /** How often it is sent when so many are not heard, and the waits between. */
  async function sent(fails: number, error: () => Error) {
    const waits: number[] = [];
    let tries = 0;
    const send = async (): Promise<string> => {
      tries += 1;
      if (tries <= fails) throw error();
      return 'heard';
    };
    const end = await untilHeard(send, async (ms) => void waits.push(ms)).catch(() => 'failed');
    return { end, tries, waited: waits.reduce((sum, ms) => sum + ms, 0) };
  }

  it('is sent again for 5 s, while a new workflow begins', async () => {
    expect(await sent(2, unheard)).toEqual({ end: 'heard', tries: 3, waited: 400 });
    expect(await sent(24, unheard)).toMatchObject({ end: 'heard', tries: 25 });
    expect(await sent(25, unheard)).toMatchObject({ end: 'failed', tries: 25, waited: 4_800 });
  });

  it('is not sent again when it was refused for another reason', async () => {
    expect(await sent(1, () => refused('it has ended'))).toMatchObject({ end: 'failed', tries: 1 });
    expect(await sent(1, down)).toMatchObject({ end: 'failed', tries: 1 });
  });
});

describe('ending the work on a run', () => {
  interface Listed {
    readonly workflowId: string;
    readonly runId: string;
  }

  /** An engine that lists these at its looks; of run `r` it knows the children. */
  function engine(looks: readonly (readonly Listed[])[], children: readonly object[] = []) {
    const ended: string[] = [];
    const queries: string[] = [];
    const handle = (id: string, runId?: string, chain?: { firstExecutionRunId?: string }) => ({
      describe: async () => ({
        raw: {
          workflowExecutionInfo: { firstRunId: 'first' },
          pendingChildren: id === 'r' ? children : [],
        },
      }),
      terminate: async (why: string) => {
        if (id === 'never') throw gone();
        ended.push([id, runId ?? chain?.firstExecutionRunId, why].join(' '));
      },
    });
    async function* list({ query }: { readonly query: string }): AsyncGenerator<Listed> {
      yield* looks[queries.push(query) - 1] ?? [];
    }
    return {
      ended,
      queries,
      client: { workflow: { getHandle: handle, list } } as unknown as Client,
    };
  }

  it('ends all executions of the run, and what the engine lists of it, also a moment later', async () => {
    const waits: number[] = [];
    const items = [[{ workflowId: 'r/a/0', runId: 'x1' }], [{ workflowId: 'r/b/0', runId: 'x2' }]];
    const { ended, queries, client } = engine(items);
    await endWork(client, 'r', 'why', async (ms) => void waits.push(ms));
    expect(ended).toEqual(['r first why', 'r/a/0 x1 why', 'r/b/0 x2 why']);
    expect(queries).toEqual([
      'EspalierRun = "r" AND ExecutionStatus = "Running"',
      'EspalierRun = "r" AND ExecutionStatus = "Running"',
    ]);
    expect(waits).toEqual([300]);
  });

  it('looks ten times for a child that was asked for and never comes', async () => {
    const { queries, client } = engine([], [{ workflowId: 'never', parentClosePolicy: 2 }]);
    await endWork(client, 'r', 'why', async () => undefined);
    expect(queries).toHaveLength(10);
  });

  it('looks no more once a child that was asked for is ended', async () => {
    const { ended, queries, client } = engine([], [{ workflowId: 'r/p/0', parentClosePolicy: 2 }]);
    await endWork(client, 'r', 'why', async () => undefined);
    expect([queries.length, ended]).toEqual([2, ['r first why', 'r/p/0  why']]);
  });

  it('says that an engine does not answer', async () => {
    const client = clientWith({ describe: () => Promise.reject(down()) });
    await expect(endWork(client, 'r', 'why')).rejects.toMatchObject({
      message: 'ending run r: no route',
    });
  });
});
