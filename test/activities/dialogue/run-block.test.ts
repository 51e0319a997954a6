import { runBlock } from '../../../activities/dialogue/run-block';
import type { ActivityDependencies } from '../../../activities/dependencies';
import type { DurableContext } from '../../../activities/work/durable';
import { usualSessionLimits } from '../../../core/adapters/session';
import { chatKey } from '../../../core/refinement/chat-id';
import { foldDialogue } from '../../../core/refinement/dialogue-state';
import { ChatConfig } from '../../../core/schemas/chat';
import {
  block,
  eventsOf,
  message,
  noCode,
  ofChat,
  programOf,
  ran,
} from '../../core/refinement/dialogue-player';
import { createMemoryStore } from '../../fakes/memory-store';

type Asked = Parameters<ActivityDependencies['sessions']['run']>[0];

describe('a block of a chat', () => {
  it('runs behind those before it, by the limits and the seed of the chat, and is heard as it writes', async () => {
    const store = createMemoryStore();
    const attempt = chatKey('chat-1');
    const state = foldDialogue(ofChat, eventsOf(ofChat, [message('one'), ran('a'), noCode]));
    let asked: Asked | null = null;
    const sessions = {
      run: async (given: Asked) => {
        asked = given;
        given.onOutput?.({ kind: 'stdout', text: '1' });
        return block('finished');
      },
    };
    const config = ChatConfig.parse({
      model: { kind: 'simulated', name: 'simulated', logicalEndpoint: 'simulated' },
      ...{ seed: 9, session: { blockMs: 1_234, memoryMb: 512 } },
    });
    const { signal } = new AbortController();
    const result = await runBlock(
      { store, sessions } as unknown as ActivityDependencies,
      { signal } as DurableContext,
      {
        ...{ attempt, state, id: 'b3', program: programOf('b3') },
        dialogue: { of: 'chat', id: 'chat-1', config },
      },
    );
    expect(result).toEqual(block('finished'));
    expect(asked).toMatchObject({
      ...{ key: attempt, id: 'b3', program: programOf('b3'), seed: 9, signal },
      limits: { ...usualSessionLimits, blockMs: 1_234, memoryMb: 512 },
      before: { blocks: [{ id: 'r1' }] },
    });
    expect(await store.dialogues.heardLive(attempt, 'b3@3', -1)).toMatchObject([
      { kind: 'output-restart' },
      { kind: 'output', text: '{"kind":"stdout","text":"1"}' },
    ]);
  });
});
