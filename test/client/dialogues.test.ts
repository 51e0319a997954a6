import { WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';

import { startChat, tellChat } from '../../client';
import type { ChatWord } from '../../client';
import type { ChatWork } from '../../client/dialogues';

/** A failed update as the client reports it. */
function failed(message: string, ...details: readonly unknown[]): WorkflowUpdateFailedError {
  return new WorkflowUpdateFailedError(
    'update failed',
    Object.assign(new Error(message), { details }),
  );
}

function chatThat(answer: () => Promise<void>) {
  const updates: unknown[] = [];
  const executeUpdate = async (...update: readonly unknown[]): Promise<void> => {
    updates.push(update);
    await answer();
  };
  const client = { workflow: { getHandle: () => ({ executeUpdate }) } } as unknown as Client;
  return { client, updates };
}

describe('a word to a chat', () => {
  it.each<[ChatWord, unknown]>([
    [{ kind: 'run-block', given: 'a' }, ['run-block', { args: ['a'] }]],
    [{ kind: 'undo-turn', given: 2 }, ['undo-turn', { args: [2] }]],
    [{ kind: 'stop' }, ['stop']],
    [{ kind: 'end-turn' }, ['end-turn']],
  ])('is one update: %j', async (word, update) => {
    const { client, updates } = chatThat(() => Promise.resolve());
    expect(await tellChat(client, 'chat-1', word)).toBe(true);
    expect(updates).toEqual([update]);
  });

  it('is not heard when nothing works on the chat', async () => {
    const gone = new WorkflowNotFoundError('none', 'chat-1', undefined);
    const { client } = chatThat(() => Promise.reject(gone));
    expect(await tellChat(client, 'chat-1', { kind: 'stop' })).toBe(false);
  });

  it.each([
    ['busy', 'CHAT_BUSY', 'Wait for the turn to end, or end it with Ctrl-C'],
    ['ended', 'CHAT_ENDED', 'See /help'],
    ['no-such-round', 'STEERING_REFUSED', 'See /help'],
    [undefined, 'STEERING_REFUSED', 'See /help'],
  ])('that is refused as %s has the code %s', async (kind, code, remedy) => {
    const { client } = chatThat(() => Promise.reject(failed('not now', kind)));
    await expect(tellChat(client, 'chat-1', { kind: 'stop' })).rejects.toMatchObject({
      ...{ code, remedy, exitCode: 2 },
      message: 'chat chat-1: not now',
    });
  });

  it('that fails says what lies at the bottom', async () => {
    const cause = new Error('activity failed', { cause: new Error('the cell is gone') });
    const error = new WorkflowUpdateFailedError('update failed', cause);
    const { client } = chatThat(() => Promise.reject(error));
    await expect(tellChat(client, 'chat-1', { kind: 'stop' })).rejects.toThrow(
      'chat chat-1: the cell is gone',
    );
  });

  it('is said again until a new workflow hears it', async () => {
    let asked = 0;
    const { client, updates } = chatThat(() => {
      asked += 1;
      const unheard = failed("No registered handler for update 'stop'");
      return asked < 2 ? Promise.reject(unheard) : Promise.resolve();
    });
    expect(await tellChat(client, 'chat-1', { kind: 'stop' })).toBe(true);
    expect(updates).toHaveLength(2);
  });
});

describe('the work on a chat', () => {
  const input = {
    attempt: { run: 'chat-1', problem: 'chat', sample: 0 },
    ...{ position: 0, paused: null, alone: true },
    setting: {
      ...{ run: 'chat-1', kind: 'dialogue', timing: {} },
      queues: { workflows: 'espalier' },
      labels: { method: 'chat', dataset: 'none', model: 'gpt-x' },
    },
  } as unknown as ChatWork['input'];

  /** What the engine is asked for when a chat is started beside this workflow. */
  async function started(
    workflow: { readonly status: string; readonly bundle?: string } | null,
    bundle: string | null,
  ) {
    const asked: unknown[] = [];
    const getHandle = (id: string) => ({
      describe: () =>
        workflow === null
          ? Promise.reject(new WorkflowNotFoundError('none', id, undefined))
          : Promise.resolve({
              status: { name: workflow.status },
              memo: workflow.bundle === undefined ? undefined : { bundle: workflow.bundle },
            }),
      terminate: async () => void asked.push('terminate'),
    });
    const start = async (name: string, options: unknown) => void asked.push([name, options]);
    const client = { workflow: { getHandle, start } } as unknown as Client;
    await startChat(client, { id: 'chat-1', input, bundle });
    return asked;
  }

  it('is started under its id, or goes on where it runs', async () => {
    expect(await started(null, 'b1')).toEqual([
      [
        'refineSolution',
        expect.objectContaining({
          ...{ workflowId: 'chat-1', taskQueue: 'espalier', args: [input] },
          ...{ memo: { bundle: 'b1' }, staticSummary: 'chat with gpt-x' },
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        }),
      ],
    ]);
  });

  it.each([
    ['of other code', { status: 'RUNNING', bundle: 'b0' }, 'b1', true],
    ['of the same code', { status: 'RUNNING', bundle: 'b1' }, 'b1', false],
    ['that has ended', { status: 'COMPLETED', bundle: 'b0' }, 'b1', false],
    ['of unknown code, by one that knows its own', { status: 'RUNNING' }, 'b1', true],
    ['of unknown code, by one that does not know its own', { status: 'RUNNING' }, null, false],
  ])('%s: %j is ended first by %j: %s', async (_, workflow, bundle, ends) => {
    const asked = await started(workflow, bundle);
    expect(asked).toHaveLength(ends ? 2 : 1);
    if (ends) expect(asked[0]).toBe('terminate');
  });
});
