import type { Context } from '@temporalio/activity';

/** Statuses of workflows that closed by their own decision and need no more results. */
const closedByItself: ReadonlySet<string> = new Set(['COMPLETED', 'CANCELLED']);

/**
 * Whether an activity was told to end because nobody wants its result. A workflow that cancels and closes at once leaves an
 * activity that the engine no longer knows. So does an engine that lost its database, a timeout, or work that was ended from
 * outside; in these cases the answer is still wanted. false if the engine does not say.
 */
export async function isUnwanted(context: Context): Promise<boolean> {
  const { cancellationDetails: details, info } = context;
  if (details?.cancelRequested === true) return true;
  const { workflowExecution: execution } = info;
  if (details?.notFound !== true || execution === undefined) return false;
  const { client } = context;
  const handle = client.workflow.getHandle(execution.workflowId, execution.runId);
  // Otherwise the calls of this client would end with the activity.
  const never = new AbortController().signal;
  try {
    const { status } = await client.withAbortSignal(never, () => handle.describe());
    return closedByItself.has(status.name);
  } catch {
    return false;
  }
}
