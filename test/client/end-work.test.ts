import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';

import { endWork } from '../../client';

interface Child {
  readonly workflowId: string;
  /** As the engine numbers its policies: 1 ends it with its parent, 2 leaves it behind. */
  readonly parentClosePolicy: number;
}

/** An engine that lists nothing; of each workflow it knows its children, and after how many asks it is there. */
function engineWith(
  workflows: Readonly<Record<string, { children?: readonly Child[]; after?: number }>>,
) {
  const ended: string[] = [];
  const asks = new Map<string, number>();
  const getHandle = (id: string) => {
    const gone = (): Error => new WorkflowNotFoundError('none', id, undefined);
    return {
      describe: () => {
        const { children = [] } = workflows[id] ?? {};
        return Promise.resolve({ raw: { workflowExecutionInfo: {}, pendingChildren: children } });
      },
      terminate: () => {
        const asked = (asks.get(id) ?? 0) + 1;
        asks.set(id, asked);
        const { after = 0 } = workflows[id] ?? {};
        if (asked <= after || ended.includes(id)) return Promise.reject(gone());
        ended.push(id);
        return Promise.resolve({});
      },
    };
  };
  async function* list(): AsyncGenerator<never> {}
  return { ended, client: { workflow: { getHandle, list } } as unknown as Client };
}

const abandoned = (workflowId: string): Child => ({ workflowId, parentClosePolicy: 2 });

describe('ending the work on a run', () => {
  it('ends what its items leave behind as well, also what is only there at a later look', async () => {
    const { ended, client } = engineWith({
      r: { children: [abandoned('r/p/0')] },
      'r/p/0': { children: [abandoned('r/p/0/3-f')] },
      'r/p/0/3-f': { after: 4 },
    });
    await endWork(client, 'r', 'it is of other code');
    expect(ended).toEqual(['r', 'r/p/0', 'r/p/0/3-f']);
  });

  it('leaves to the engine what ends with its parent', async () => {
    const { ended, client } = engineWith({
      r: { children: [abandoned('r/p/0')] },
      'r/p/0': { children: [{ workflowId: 'r/p/0/n1', parentClosePolicy: 1 }] },
    });
    await endWork(client, 'r', 'it is of other code');
    expect(ended).toEqual(['r', 'r/p/0']);
  });
});
