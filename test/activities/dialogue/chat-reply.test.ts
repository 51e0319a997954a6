import { chatKey } from '../../../core/refinement/chat-id';
import { ChatConfig } from '../../../core/schemas/chat';
import type { BlockEnd, DialogueEvent } from '../../../core/schemas/dialogue';
import type { PlannedRound } from '../../../core/refinement/planned-round';
import { createMemoryStore } from '../../fakes/memory-store';
import { activitiesUnderTest } from '../activities-under-test';

const attempt = chatKey('chat-1');

/** The answer of a chat's model in its second round, behind a block that ended so. */
async function secondReply(
  answer: string,
  {
    end = 'finished',
    config = {},
    chosen,
  }: {
    readonly end?: BlockEnd;
    readonly config?: Partial<ChatConfig>;
    readonly chosen?: string;
  } = {},
) {
  const store = createMemoryStore();
  const keep = async (text: string) => ({ sha256: await store.blobs.put(text), excerpt: text });
  const chat = ChatConfig.parse({
    model: { kind: 'endpoint', name: 'gpt-x', logicalEndpoint: 'http://models.test/v1' },
    ...{ seed: 5, temperature: 0.5, maxTokens: 77, tools: false },
    session: { blockMs: 20_000, memoryMb: 2048 },
    ...config,
  });
  await store.dialogues.createChat('chat-1', chat);
  const events: DialogueEvent[] = [
    { kind: 'message-given', text: await keep('add'), files: [] },
    ...(chosen === undefined ? [] : [{ kind: 'model-chosen', model: chosen } as const]),
    {
      kind: 'round-made',
      round: {
        ...{ id: 'r1', ordinal: 0, number: 1, parent: null, finishReason: 'stop', via: 'fence' },
        reply: await keep('```python\nprint(1)\n```'),
        program: await store.blobs.put('print(1)\n'),
        execution: {
          ...{ on: 'session', end, artefacts: [], rebuilt: null },
          words: await keep('Execution result: one'),
          output: await store.blobs.put('[]'),
        },
        ...{ feedback: null, trimmed: 0, tokens: 10, calls: [] },
      },
    },
  ];
  for (const [place, event] of events.entries()) {
    await store.dialogues.addEvent(attempt, place, event);
  }
  const { run, model } = await activitiesUnderTest({ store, script: { interpreter: [answer] } });
  const round: PlannedRound = {
    ...{ id: 'r2', ordinal: 1, parent: 'r1', number: 2 },
    ...{ last: false, runsCode: true, tokensLeft: null, after: events.length },
  };
  const reply = await run('generateReply', { attempt, round });
  const live = await store.dialogues.heardLive(attempt, `r2@${String(events.length)}`, -1);
  return { reply, request: model.calls[0]?.request, store, live };
}

const block = '```python\nprint(1)\n```';

describe('the next reply of a chat', () => {
  it('is asked for as the chat says, with what was said and what ran', async () => {
    const { request, reply, store } = await secondReply('There it is.');
    expect(request).toMatchObject({
      ...{ model: 'gpt-x', seed: 5, draw: { ordinal: 1 } },
      parameters: { temperature: 0.5, maxTokens: 77 },
    });
    const asked = JSON.stringify(request?.messages);
    for (const text of ['add', 'print(1)', 'Execution result: one']) expect(asked).toContain(text);
    expect(reply).toMatchObject({ program: null, via: null, repeats: false, trimmed: 0 });
    expect(await store.blobs.get(reply.reply.sha256)).toBe('There it is.');
  });

  it('is asked of the model that was chosen last', async () => {
    const { request } = await secondReply('So.', { chosen: 'gpt-y' });
    expect(request?.model).toBe('gpt-y');
  });

  it('has its code, which repeats a block only when that ran well', async () => {
    const { reply, store } = await secondReply(block);
    expect(reply).toMatchObject({ via: 'fence', repeats: true });
    expect(await store.blobs.get(reply.program ?? '')).toContain('print(1)');
    expect((await secondReply('```python\nprint(2)\n```')).reply.repeats).toBe(false);
    for (const end of ['raised', 'interrupted', 'lost'] as const) {
      expect((await secondReply(block, { end })).reply.repeats).toBe(false);
    }
  });

  it('is offered the tool only where the chat offers it', async () => {
    expect((await secondReply('a')).request?.parameters).not.toHaveProperty('tools');
    const { request } = await secondReply('a', { config: { tools: true } });
    expect(request?.parameters).toMatchObject({ tools: ['execute_code'] });
  });

  it('starts again for everybody who watches', async () => {
    const { live } = await secondReply('So.');
    expect(live[0]).toMatchObject({ kind: 'restart', text: '' });
  });
});
