import type { Context } from '@temporalio/activity';

/** Workflows that have closed by their own decision: what they had under way they could do without. */
const closedByItself: ReadonlySet<string> = new Set(['COMPLETED', 'CANCELLED']);

/**
 * Whether an activity that was told to end was told so because nobody wants what it makes. A workflow that cancels and
 * closes at once leaves an activity that the engine no longer knows; so does an engine that has lost its database, a
 * time-out, or work that was ended from outside, and there the answer is still wanted. false where the engine does not say.
 */
export async function isUnwanted(context: Context): Promise<boolean> {
  const { cancellationDetails: details, info } = context;
  if (details?.cancelRequested === true) return true;
  const { workflowExecution: execution } = info;
  if (details?.notFound !== true || execution === undefined) return false;
  const { client } = context;
  const handle = client.workflow.getHandle(execution.workflowId, execution.runId);
  // Calls of this activity end with it otherwise.
  const never = new AbortController().signal;
  try {
    const { status } = await client.withAbortSignal(never, () => handle.describe());
    return closedByItself.has(status.name);
  } catch {
    return false;
  }
}
