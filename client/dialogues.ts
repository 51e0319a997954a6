import { WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';

import { UsageError } from '../core/errors/errors';
import { searchAttributes } from '../core/durable/search-attributes';
import type { RefineSolutionInput } from '../workflows/dialogue/refine-solution';
import type { GivenMessage } from '../workflows/dialogue/messages';
import { toClientError } from './errors';
import { untilHeard } from './until-heard';

export interface ChatWork {
  readonly id: string;
  readonly input: RefineSolutionInput;
  /** sha256 of the workflow code that is to work on it; null: it is not known. */
  readonly bundle: string | null;
}

/** Starts the engine's work on a chat or attaches to it. Work of other code is ended first: the store has all it needs. */
export async function startChat(client: Client, { id, input, bundle }: ChatWork): Promise<void> {
  const { setting } = input;
  try {
    await endOtherCode(client, id, bundle);
    await client.workflow.start('refineSolution', {
      workflowId: id,
      taskQueue: setting.queues.workflows,
      args: [input],
      memo: { bundle: bundle ?? '' },
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      staticSummary: `chat with ${setting.labels.model}`,
      searchAttributes: searchAttributes(setting, 'waiting'),
    });
  } catch (error) {
    throw toClientError(error, `chat ${id}`);
  }
}

async function endOtherCode(client: Client, id: string, bundle: string | null): Promise<void> {
  try {
    const { status, memo } = await client.workflow.getHandle(id).describe();
    if (status.name !== 'RUNNING' || (memo?.['bundle'] ?? '') === (bundle ?? '')) return;
    await client.workflow.getHandle(id).terminate('it is not of the workflow code that works now');
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

/** What a person does in a chat. */
export type ChatWord =
  | { readonly kind: 'give-message'; readonly given: GivenMessage }
  | { readonly kind: 'run-block' | 'retry-from' | 'choose-model'; readonly given: string }
  /** How many turns there are, so that nobody takes back another one than they have seen. */
  | { readonly kind: 'undo-turn'; readonly given: number }
  | { readonly kind: 'end-turn' | 'stop' };

/** Codes of what a dialogue refuses, by the kind that it says. */
const refusalCodes: Readonly<Record<string, string>> = {
  busy: 'CHAT_BUSY',
  ended: 'CHAT_ENDED',
};

/**
 * Tells a chat something, and waits until it has taken effect.
 * @returns false when nothing works on it: it is to be started again
 * @throws UsageError (`CHAT_BUSY`, `CHAT_ENDED`, `STEERING_REFUSED`)
 */
export async function tellChat(client: Client, id: string, word: ChatWord): Promise<boolean> {
  const handle = client.workflow.getHandle(id);
  try {
    await untilHeard(() =>
      'given' in word
        ? handle.executeUpdate<void, [unknown]>(word.kind, { args: [word.given] })
        : handle.executeUpdate<void, []>(word.kind),
    );
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw refused(error, id) ?? toClientError(error, `chat ${id}`);
  }
}

function refused(error: unknown, id: string): UsageError | null {
  if (!(error instanceof WorkflowUpdateFailedError)) return null;
  const { cause } = error;
  const kind = refusalKind(cause);
  const code = refusalCodes[kind] ?? 'STEERING_REFUSED';
  return new UsageError(
    `chat ${id}: ${deepest(error).message}`,
    kind === 'busy' ? 'Wait for the turn to end, or end it with Ctrl-C' : 'See /help',
    { code, cause: error },
  );
}

/** What lies at the bottom: a workflow's own words for the failure of an activity say nothing. */
function deepest(error: Error): Error {
  return error.cause instanceof Error ? deepest(error.cause) : error;
}

function refusalKind(cause: Error | undefined): string {
  if (cause === undefined || !('details' in cause) || !Array.isArray(cause.details)) return '';
  const [kind] = cause.details as unknown[];
  return typeof kind === 'string' ? kind : '';
}
