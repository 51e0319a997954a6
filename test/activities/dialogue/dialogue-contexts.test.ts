import { askerOf, DialogueContexts } from '../../../activities/dialogue/dialogue-contexts';
import { AttemptContexts } from '../../../activities/work/attempt-contexts';
import { chatKey } from '../../../core/refinement/chat-id';
import { ChatConfig } from '../../../core/schemas/chat';
import type { RunConfig } from '../../../core/schemas/run';
import { eventsOf, message, noCode, ofChat, ran } from '../../core/refinement/dialogue-player';
import { createMemoryStore } from '../../fakes/memory-store';
import { refining } from '../../workflows/support/scripted-dialogue';
import { scriptedProblem, scriptedRunConfig } from '../../workflows/support/scripted-problems';

const chat = chatKey('chat-1');
const attempt = { run: 'r', problem: 'P/0', sample: 0 };
const model = {
  kind: 'endpoint',
  name: 'gpt-x',
  logicalEndpoint: 'http://models.test/v1',
} as const;
const chatConfig = ChatConfig.parse({
  ...{ model, seed: 5, reuse: false, maxTokens: 77, contextTokens: 900, blocks: 1 },
  session: { blockMs: 1_000, memoryMb: 64 },
});

async function dialogues(
  settings: Parameters<typeof refining>[0] = {},
  more: Partial<RunConfig> = {},
) {
  const store = createMemoryStore();
  await store.dialogues.createChat('chat-1', chatConfig);
  const config = scriptedRunConfig({ ...refining(settings), ...more });
  await store.problems.save(config.dataset.sha256, [scriptedProblem('P/0')]);
  const run = await store.runs.createRun('r', config);
  return { store, run, contexts: new DialogueContexts(store, new AttemptContexts(store)) };
}

describe('a dialogue', () => {
  it('is of a chat or of a problem, by its id', async () => {
    const { contexts, run } = await dialogues();
    expect(await contexts.of(chat)).toEqual({ of: 'chat', id: 'chat-1', config: chatConfig });
    const ofProblem = await contexts.of(attempt);
    expect(ofProblem).toMatchObject({ of: 'problem', run, config: run.config });
    expect(ofProblem).toMatchObject({ problem: { id: 'P/0' } });
  });

  it('that the store does not have is an error that names it', async () => {
    const { contexts } = await dialogues();
    await expect(contexts.of(chatKey('chat-2'))).rejects.toMatchObject({
      ...{ code: 'RUN_MISSING', message: 'run chat-2 is not in the store' },
    });
    await expect(contexts.of({ ...attempt, run: 'gone' })).rejects.toMatchObject({
      code: 'RUN_MISSING',
    });
  });

  it('is asked about under its own id, by its own configuration', async () => {
    const { contexts } = await dialogues(
      { contextTokens: 500 },
      { seed: 3, maxTokens: 11, reuse: true },
    );
    expect(askerOf(await contexts.of(chat))).toEqual({
      ...{ id: 'chat-1', model, seed: 5, reuse: false, maxTokens: 77, contextTokens: 900 },
    });
    const { model: own } = scriptedRunConfig();
    expect(askerOf(await contexts.of(attempt))).toEqual({
      ...{ id: 'r', model: own, seed: 3, reuse: true, maxTokens: 11, contextTokens: 500 },
    });
  });
});

describe('the state of a dialogue', () => {
  it('is made of its events, or of those from when something was planned', async () => {
    const { contexts, store } = await dialogues();
    const events = eventsOf(ofChat, [message('one'), ran('a'), noCode]);
    for (const [place, event] of events.entries()) {
      await store.dialogues.addEvent(chat, place, event);
    }
    const dialogue = await contexts.of(chat);
    expect((await contexts.state(chat, dialogue)).rounds).toHaveLength(2);
    expect((await contexts.state(chat, dialogue, 2)).rounds).toHaveLength(1);
    expect((await contexts.state(chat, dialogue, 0)).rounds).toEqual([]);
  });

  it('goes by the rules of its chat, or of its run', async () => {
    const { contexts } = await dialogues({ rounds: 7 });
    const rulesOf = async (key: typeof attempt) =>
      (await contexts.state(key, await contexts.of(key))).rules;
    expect(await rulesOf(chat)).toEqual({ of: 'chat', blocks: 1, tokenBudget: null });
    expect(await rulesOf(attempt)).toMatchObject({ of: 'problem', rounds: 7 });
  });
});
