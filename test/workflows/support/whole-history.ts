import type { WorkflowHandle } from '@temporalio/client';

import type { TestEngine } from './test-engine';

/** All that the engine keeps of one execution of a workflow. */
export interface WholeHistory {
  readonly id: string;
  readonly type: string;
  readonly events: number;
  /** Every text in it, payloads decoded: inputs, results, failures, memo, search attributes, heartbeats, summaries. */
  readonly texts: readonly string[];
  /** Of the largest payload. */
  readonly payloadBytes: number;
}

/** Every execution that carries the run's search attribute, closed or not. */
export async function wholeHistories(
  { client }: TestEngine,
  run: string,
): Promise<readonly WholeHistory[]> {
  const histories: WholeHistory[] = [];
  for await (const { workflowId, runId, type } of client.workflow.list({
    query: `EspalierRun = "${run}"`,
  })) {
    histories.push({ type, ...(await wholeHistory(client.workflow.getHandle(workflowId, runId))) });
  }
  return histories;
}

/** One execution, whatever search attributes it has. */
export async function wholeHistory(handle: WorkflowHandle): Promise<Omit<WholeHistory, 'type'>> {
  const { events } = await handle.fetchHistory();
  const { raw } = await handle.describe();
  const texts: string[] = [];
  let payloadBytes = 0;
  collect([events, raw], (found) => {
    if (typeof found === 'string') return texts.push(found);
    payloadBytes = Math.max(payloadBytes, found.length);
    return texts.push(Buffer.from(found).toString('utf8'));
  });
  return { id: handle.workflowId, events: events?.length ?? 0, texts, payloadBytes };
}

/** Tells every string and every payload below a value; the names of members are texts, too. */
function collect(value: unknown, tell: (found: string | Uint8Array) => void): void {
  if (typeof value === 'string' || value instanceof Uint8Array) {
    tell(value);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    tell(name);
    collect(member, tell);
  }
}
