import type { Client } from '@temporalio/client';

import { steeringCommand } from '../core/names/steering-commands';
import type { Steering } from '../core/names/steering-commands';
import { toClientError } from './errors';
import { untilHeard } from './until-heard';

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
  const { update, members, together } = steeringCommand(steering.kind);
  const said: Readonly<Record<string, string | null | undefined>> = steering;
  const given = Object.keys(members)
    .map((name) => [name, said[name]] as const)
    .filter(([, value]) => value !== undefined);
  const args = together === true ? [Object.fromEntries(given)] : given.map(([, value]) => value);
  // The client's types want the number of arguments; it takes none as well.
  const typed = args as [unknown, ...unknown[]];
  await client.workflow.getHandle(workflowId).executeUpdate<void, typeof typed>(update, {
    args: typed,
  });
}
