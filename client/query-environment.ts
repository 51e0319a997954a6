import type { Client } from '@temporalio/client';

import type { FunnelView, HarnessView } from '../workflows/environment/messages';
import { toClientError } from './errors';

/** A repository that is being worked on, with the plan of each function under way; null: that one has just ended. */
export interface LiveEnvironment extends Omit<FunnelView, 'underWay'> {
  readonly underWay: readonly { readonly id: string; readonly harness: HarnessView | null }[];
}

/** @param attemptId `<run>/<repository>/<sample>` */
export async function queryEnvironment(
  client: Client,
  attemptId: string,
): Promise<LiveEnvironment> {
  try {
    const view = await client.workflow.getHandle(attemptId).query<FunnelView>('funnel');
    const underWay = view.underWay.map(async ({ id, workflow }) => {
      const harness = await queryHarness(client, workflow).catch(() => null);
      return { id, harness };
    });
    return { ...view, underWay: await Promise.all(underWay) };
  } catch (error) {
    throw toClientError(error, attemptId);
  }
}

/** @param workflowId of the function: the funnel says it */
export async function queryHarness(client: Client, workflowId: string): Promise<HarnessView> {
  try {
    return await client.workflow.getHandle(workflowId).query<HarnessView>('harness');
  } catch (error) {
    throw toClientError(error, workflowId);
  }
}
