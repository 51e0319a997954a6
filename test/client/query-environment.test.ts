import type { Client } from '@temporalio/client';

import { queryEnvironment } from '../../client/query-environment';

describe('a repository that is being worked on', () => {
  it('has the plan of each function under way, and none of one that has just ended', async () => {
    const answers: Readonly<Record<string, unknown>> = {
      'run/repo/0 funnel': {
        stage: 'building',
        underWay: [
          { id: 'a', workflow: 'run/repo/0/a' },
          { id: 'b', workflow: 'run/repo/0/b' },
        ],
      },
      'run/repo/0/a harness': { plan: 'of a' },
    };
    const getHandle = (id: string) => ({
      query: async (name: string) => {
        const answer = answers[`${id} ${name}`];
        if (answer === undefined) throw new Error('it has ended');
        return answer;
      },
    });
    const client = { workflow: { getHandle } } as unknown as Client;
    expect(await queryEnvironment(client, 'run/repo/0')).toEqual({
      stage: 'building',
      underWay: [
        { id: 'a', harness: { plan: 'of a' } },
        { id: 'b', harness: null },
      ],
    });
    await expect(queryEnvironment(client, 'run/other/0')).rejects.toThrow();
  });
});
