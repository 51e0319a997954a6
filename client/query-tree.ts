import type { Client } from '@temporalio/client';

import type { TreeView } from '../workflows/search/messages';
import { toClientError } from './errors';

/** The live tree of one problem's search. */
export async function queryTree(client: Client, attemptId: string): Promise<TreeView> {
  try {
    return await client.workflow.getHandle(attemptId).query<TreeView>('tree');
  } catch (error) {
    throw toClientError(error, attemptId);
  }
}
