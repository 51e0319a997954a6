import type { Client } from '@temporalio/client';

import { steer } from '../../client';
import type { SentSteering } from '../../core/names/steering-commands';

/** The update that a workflow gets, and its arguments. */
async function sent(steering: SentSteering): Promise<readonly [string, readonly unknown[]]> {
  let update: readonly [string, readonly unknown[]] | null = null;
  const executeUpdate = (name: string, { args }: { readonly args: readonly unknown[] }) => {
    update = [name, args];
    return Promise.resolve();
  };
  const client = { workflow: { getHandle: () => ({ executeUpdate }) } } as unknown as Client;
  await steer(client, 'run/problem/0', steering);
  return update ?? ['none', []];
}

describe('a steering', () => {
  it.each<[SentSteering, string, readonly unknown[]]>([
    [{ kind: 'strategy', text: 'sort' }, 'add-strategy', ['sort']],
    [{ kind: 'abort', node: 'n0' }, 'abort-node', ['n0']],
    [{ kind: 'accept', node: 'n0' }, 'accept-node', ['n0']],
    [{ kind: 'feedback', text: 'no', round: undefined }, 'give-feedback', [{ text: 'no' }]],
    [{ kind: 'feedback', round: 'r1', text: 'no' }, 'give-feedback', [{ text: 'no', round: 'r1' }]],
    [{ kind: 'approve' }, 'approve', []],
    [{ kind: 'stop' }, 'stop', []],
    [{ kind: 'retry', round: 'r1' }, 'retry-from', ['r1']],
    [{ kind: 'pause', reason: 'by hand' }, 'pause', ['by hand']],
    [{ kind: 'resume' }, 'resume', []],
    [{ kind: 'resume', ends: null }, 'resume', [null]],
    [{ kind: 'resume', ends: 'by hand' }, 'resume', ['by hand']],
  ])('%j is the update that histories hold', async (steering, update, args) => {
    expect(await sent(steering)).toEqual([update, args]);
  });
});
