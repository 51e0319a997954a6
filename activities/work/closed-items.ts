import { getClient } from '@temporalio/activity';

import { atOnce } from '../../core/values/at-once';
import type { WorkPorts } from '../../core/ports/work';

const askedAtOnce = 20;
const open = ['RUNNING', 'PAUSED'];
/** The last step of such an item was to write a record, or the canceller knows of the end. */
const withRecord = ['COMPLETED', 'CANCELLED'];

export const closedItems: WorkPorts['closedItems'] = async ({ ids }) => {
  const states = await atOnce(ids, askedAtOnce, stateOf);
  return ids.flatMap((id, place) => {
    const state = states[place] ?? 'GONE';
    if (open.includes(state)) return [];
    return [{ id, cause: withRecord.includes(state) ? null : causeOf(state) }];
  });
};

async function stateOf(id: string): Promise<string> {
  try {
    return (await getClient().workflow.getHandle(id).describe()).status.name;
  } catch (error) {
    // The class belongs to the client package. Only the type that activities receive is known here.
    if (error instanceof Error && error.name === 'WorkflowNotFoundError') return 'GONE';
    throw error;
  }
}

function causeOf(state: string): string {
  return state === 'GONE'
    ? 'the engine no longer knows its workflow'
    : `its workflow ended without a word (${state.toLowerCase().replace('_', ' ')})`;
}
