import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';

import { nextTry, retryNow } from '../../client/waiting-tries';

interface Waiting {
  /** Activities, with the second at which each is due; null: it is running. */
  readonly activities?: Readonly<Record<string, number | null>>;
  readonly children?: number;
  /** When the workflow itself goes on; `silent`: nobody answers. */
  readonly until?: number | null | 'silent';
  /** It has gone on meanwhile. */
  readonly gone?: boolean;
}

const notFound = Object.assign(new Error('gone'), { code: 5, details: '', metadata: {} });

function engineWith(workflows: Readonly<Record<string, Waiting>>) {
  const woken: string[] = [];
  const queries: string[] = [];
  const getHandle = (id: string, runId: string) => {
    const { activities = {}, children = 0, until = null, gone = false } = workflows[id] ?? {};
    return {
      describe: async () => ({
        raw: {
          pendingActivities: Object.entries(activities).map(([activityId, due]) => ({
            activityId,
            nextAttemptScheduleTime: due === null ? null : { seconds: due },
          })),
          pendingChildren: Array(children).fill({}),
        },
      }),
      query: async () => {
        if (until === 'silent') throw new Error('no worker');
        return until;
      },
      signal: async (name: string) => {
        if (gone) throw new WorkflowNotFoundError('none', id, undefined);
        woken.push(`${name} ${id} ${runId}`);
      },
    };
  };
  async function* list({ query }: { readonly query: string }) {
    queries.push(query);
    for (const workflowId of Object.keys(workflows))
      yield { workflowId, runId: `of ${workflowId}` };
  }
  const resetActivity = async (asked: {
    readonly namespace: string;
    readonly execution: { readonly workflowId: string };
    readonly id: string;
  }) => {
    const { workflowId } = asked.execution;
    if (workflows[workflowId]?.gone === true) throw notFound;
    woken.push(`${asked.namespace} ${workflowId} ${asked.id}`);
  };
  const client = {
    options: { namespace: 'default' },
    workflow: { getHandle, list },
    workflowService: { resetActivity },
  } as unknown as Client;
  return { client, woken, queries };
}

describe('what waits for its next try in a run', () => {
  it('is due when the first of it is, in ms', async () => {
    const { client, queries } = engineWith({
      a: { activities: { '1': 30, '2': 20 } },
      b: { activities: { '1': 25 } },
      c: { until: 19_500 },
    });
    expect(await nextTry(client, "it's")).toBe(19_500);
    expect(queries).toEqual(["EspalierRun = 'it''s' AND ExecutionStatus = 'Running'"]);
    expect(await nextTry(engineWith({ a: { activities: { '1': 20 } } }).client, 'r')).toBe(20_000);
  });

  it('is nothing where all of it runs, ends, or says nothing', async () => {
    const { client } = engineWith({
      a: { activities: { '1': null }, until: 1 },
      b: { children: 1, until: 1 },
      c: { until: null },
      d: { until: 'silent' },
    });
    expect(await nextTry(client, 'r')).toBeNull();
    expect(await retryNow(client, 'r')).toBe(0);
  });

  it('is woken wherever it waits, and counted', async () => {
    const { client, woken } = engineWith({
      a: { activities: { '1': 30, '2': null, '3': 40 } },
      b: { until: 5 },
    });
    expect(await retryNow(client, 'r')).toBe(3);
    expect(woken).toEqual(['default a 1', 'default a 3', 'retry-now b of b']);
  });

  it('is found in every workflow of a large run', async () => {
    const ids = Array.from({ length: 33 }, (_, nth) => `w${String(nth)}`);
    const { client, woken } = engineWith(
      Object.fromEntries(ids.map((id, nth) => [id, { activities: { '1': 100 - nth } }])),
    );
    expect(await nextTry(client, 'r')).toBe(68_000);
    expect(await retryNow(client, 'r')).toBe(33);
    expect(woken).toHaveLength(33);
  });

  it('is not counted where it has gone on meanwhile', async () => {
    const { client, woken } = engineWith({
      a: { until: 5, gone: true },
      b: { until: 6 },
    });
    expect(await retryNow(client, 'r')).toBe(1);
    expect(woken).toEqual(['retry-now b of b']);
  });
});
