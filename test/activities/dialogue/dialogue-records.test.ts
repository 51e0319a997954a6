import { liveName } from '../../../core/refinement/live-name';
import type { DialogueEvent } from '../../../core/schemas/dialogue';
import { refining } from '../../workflows/support/scripted-dialogue';
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
