import type { Client } from '@temporalio/client';

import { queryPhases } from '../../client/query-phases';

describe('the phases of a run', () => {
  it('are those of its items, not of what its items have started', async () => {
    const open = [
      ['r', 'running'],
      ['r/a/0', 'building'],
      ['r/b/0', 'grading'],
      ['r/c/0', 'building'],
      ['r/d/0/n1', 'expanding'],
    ] as const;
    const queries: string[] = [];
    async function* list({ query }: { readonly query: string }) {
      queries.push(query);
      for (const [workflowId, phase] of open)
        yield { workflowId, searchAttributes: { EspalierPhase: [phase] } };
    }
    const client = { workflow: { list } } as unknown as Client;
    await expect(queryPhases(client, 'r', ['r/a/0', 'r/b/0', 'r/c/0', 'r/d/0'])).resolves.toEqual(
      new Map([
        ['r/a/0', 'building'],
        ['r/b/0', 'grading'],
        ['r/c/0', 'building'],
      ]),
    );
    expect(queries).toEqual([`EspalierRun = 'r' AND ExecutionStatus = 'Running'`]);
  });
});
