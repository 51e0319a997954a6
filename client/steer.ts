import type { Client } from '@temporalio/client';

import { steeringCommand } from '../core/names/steering-commands';
import type { SentSteering } from '../core/names/steering-commands';
import { toClientError } from './errors';
import { untilHeard } from './until-heard';

/**
 * Sends an update and waits until it has taken effect.
 * @param workflowId a problem's (`<run>/<problem>/<sample>`), or a run's for pause and resume
 * @throws UsageError when the search or dialogue refuses it (ended, no such node or round, answered by somebody else)
 */
export async function steer(
  client: Client,
  workflowId: string,
  steering: SentSteering,
): Promise<void> {
  try {
    await untilHeard(() => send(client, workflowId, steering));
  } catch (error) {
    throw toClientError(error, `${steering.kind} on ${workflowId}`);
  }
}

async function send(client: Client, workflowId: string, steering: SentSteering): Promise<void> {
  const { update, members } = steeringCommand(steering.kind);
  const said: Readonly<Record<string, string | null | undefined>> = steering;
  const names = Object.keys(members);
  const given = names
    .map((name) => [name, said[name]] as const)
    .filter(([, value]) => value !== undefined);
  const argument = names.length > 1 ? Object.fromEntries(given) : given[0]?.[1];
  const workflow = client.workflow.getHandle(workflowId);
  if (argument === undefined) await workflow.executeUpdate<void, []>(update, { args: [] });
  else await workflow.executeUpdate<void, [unknown]>(update, { args: [argument] });
}
