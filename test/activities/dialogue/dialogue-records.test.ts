import type { Store } from '../../../core/ports/records';
import { liveName } from '../../../core/refinement/live-name';
import type { DialogueEvent } from '../../../core/schemas/dialogue';
import { createMemoryStore } from '../../fakes/memory-store';
import { byPerson, refining } from '../../workflows/support/scripted-dialogue';
import { activitiesUnderTest, attempt } from '../activities-under-test';

describe('an event of a dialogue', () => {
  it('takes the place of what was told live of its block', async () => {
    const { run, store } = await activitiesUnderTest({ config: refining() });
    const say = (round: string) =>
      store.dialogues.sayLive(attempt, { round, kind: 'output-restart', text: '' });
    await say(liveName('b0', { events: 0 }));
    await say('r1@1');
    const event: DialogueEvent = {
      kind: 'block-run',
      id: 'b0',
      program: 'a'.repeat(64),
      execution: {
        on: 'session',
        end: 'finished',
        words: { sha256: 'b'.repeat(64), excerpt: '' },
        output: 'c'.repeat(64),
        artefacts: [],
        rebuilt: null,
      },
    };
    await run('recordEvent', { attempt, place: 0, event });
    expect(await store.dialogues.heardLive(attempt, liveName('b0', { events: 0 }), -1)).toEqual([]);
    expect(await store.dialogues.heardLive(attempt, 'r1@1', -1)).toHaveLength(1);
  });
});

describe('a reminder of a person who is waited for', () => {
  const patience = { remindEveryMs: 3_600_000, expireAfterMs: 7_200_000 };
  const approved: DialogueEvent = { kind: 'approved' };

  it('says that the attempt waits, until any event', async () => {
    const { run, store } = await activitiesUnderTest({ config: refining(byPerson) });
    const waiting = async (): Promise<unknown> => (await store.runs.attempt(attempt))?.waiting;
    await run('remindPerson', { attempt, patience });
    expect(await waiting()).toContain('a person is to say something');
    await run('recordEvent', { attempt, place: 0, event: approved });
    expect(await waiting()).toBeNull();
  });

  it('leaves nothing behind when somebody answered meanwhile', async () => {
    const memory = createMemoryStore();
    const setWaiting: Store['runs']['setWaiting'] = async (key, why) => {
      if (why !== null) await memory.dialogues.addEvent(key, 0, approved);
      await memory.runs.setWaiting(key, why);
    };
    const store = { ...memory, runs: { ...memory.runs, setWaiting } };
    const { run } = await activitiesUnderTest({ config: refining(byPerson), store });
    await run('remindPerson', { attempt, patience });
    expect((await memory.runs.attempt(attempt))?.waiting).toBeNull();
  });
});
