import type { Client } from '@temporalio/client';

import { assertNever } from '../core/values/assert-never';
import { toClientError } from './errors';
import { untilHeard } from './until-heard';

/** What a person may tell a running search or dialogue, or (pause, resume) a whole run. */
export type Steering =
  | { readonly kind: 'strategy'; readonly text: string }
  | { readonly kind: 'abort'; readonly node: string }
  | { readonly kind: 'accept'; readonly node: string }
  /** Of dialogues: words on a round; absent: on the newest one. */
  | { readonly kind: 'feedback'; readonly text: string; readonly round?: string | undefined }
  | { readonly kind: 'approve' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'retry'; readonly round: string }
  | { readonly kind: 'pause'; readonly reason: string }
  /** `ends`: the one reason for which it ends a pause, null: none; absent: whatever the reason is. */
  | { readonly kind: 'resume'; readonly ends?: string | null };

/**
 * Sends an update and waits until it has taken effect.
 * @param workflowId a problem's (`<run>/<problem>/<sample>`), or a run's for pause and resume
 * @throws UsageError when the search or dialogue refuses it (ended, no such node or round, answered by somebody else)
 */
export async function steer(client: Client, workflowId: string, steering: Steering): Promise<void> {
  try {
    await untilHeard(() => send(client, workflowId, steering));
  } catch (error) {
    throw toClientError(error, `${steering.kind} on ${workflowId}`);
  }
}

async function send(client: Client, workflowId: string, steering: Steering): Promise<void> {
  const handle = client.workflow.getHandle(workflowId);
  const update = (name: string, argument: string): Promise<void> =>
    handle.executeUpdate<void, [string]>(name, { args: [argument] });
  switch (steering.kind) {
    case 'strategy':
      return await update('add-strategy', steering.text);
    case 'abort':
      return await update('abort-node', steering.node);
    case 'accept':
      return await update('accept-node', steering.node);
    case 'feedback': {
      const { text, round } = steering;
      const words = round === undefined ? { text } : { text, round };
      return await handle.executeUpdate<void, [object]>('give-feedback', { args: [words] });
    }
    case 'approve':
    case 'stop':
      return await handle.executeUpdate<void, []>(steering.kind);
    case 'retry':
      return await update('retry-from', steering.round);
    case 'pause':
      return await update('pause', steering.reason);
    case 'resume':
      return steering.ends === undefined
        ? await handle.executeUpdate<void, []>('resume')
        : await handle.executeUpdate<void, [string | null]>('resume', { args: [steering.ends] });
    default:
      return assertNever(steering);
  }
}
