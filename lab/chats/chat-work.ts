import type { ChatWord } from '../../client';
import { runTiming } from '../../config/run-timing';
import { UsageError } from '../../core/errors/errors';
import type { ChatRecord } from '../../core/ports/dialogue';
import { chatKey } from '../../core/refinement/chat-id';
import { queuePlan } from '../../core/durable/task-queues';
import type { LabContext } from '../lab-context';
import { oneAtATime } from '../runs/begin-work';
import type { Services } from '../services/ensure-services';

/** Starts the workflow of a chat unless it runs. A chat continues from the store, whatever happened to its workflow. */
export async function beginChat(
  context: LabContext,
  services: Services,
  { id, config }: ChatRecord,
): Promise<void> {
  const { settings } = context;
  await oneAtATime(context, async () => {
    const { startChat } = await import('../../client/index.js');
    const bundle = await services.bundle();
    await startChat(await services.client(), {
      id,
      bundle: bundle?.sha256 ?? null,
      input: {
        attempt: chatKey(id),
        position: 0,
        paused: null,
        alone: true,
        setting: {
          run: id,
          kind: 'dialogue',
          queues: queuePlan(settings.ESPALIER_QUEUES),
          timing: runTiming(settings),
          labels: { method: 'chat', dataset: 'none', model: config.model.name },
        },
      },
    });
  });
}

/** Sends an update to a chat. If no workflow runs, it is started first. */
export async function tellChatWork(
  context: LabContext,
  services: Services,
  { chat, word }: { readonly chat: ChatRecord; readonly word: ChatWord },
): Promise<void> {
  const { tellChat } = await import('../../client/index.js');
  await services.revive();
  if (await tellChat(await services.client(), chat.id, word)) return;
  await beginChat(context, services, chat);
  if (await tellChat(await services.client(), chat.id, word)) return;
  throw new UsageError(`chat ${chat.id} has ended`, 'Begin another with `espalier chat`', {
    code: 'CHAT_ENDED',
  });
}
