import type { Store } from '../../../core/ports/records';
import type { PlannedRound } from '../../../core/refinement/planned-round';
import type { DialogueEvent } from '../../../core/schemas/dialogue';
import { programReply } from '../../workflows/support/scripted-problems';
import { refining } from '../../workflows/support/scripted-dialogue';
import { activitiesUnderTest, attempt } from '../activities-under-test';

const longWords = (name: string): string =>
  Array.from({ length: 200 }, (_, line) => `line ${String(line)} of ${name}`).join('\n');

const keeper = (store: Store) => async (text: string) => ({
  sha256: await store.blobs.put(text),
  excerpt: text,
});

/** A round whose program failed, told in many words. */
async function failed(store: Store, ordinal: number): Promise<DialogueEvent> {
  const keep = keeper(store);
  const name = `p${String(ordinal + 1)}`;
  const words = await keep(longWords(name));
  return {
    kind: 'round-made',
    round: {
      ...{ id: `r${String(ordinal + 1)}`, ordinal, number: ordinal + 1 },
      parent: ordinal === 0 ? null : `r${String(ordinal)}`,
      reply: await keep(programReply(name)),
      finishReason: 'stop',
      program: await store.blobs.put(`def f(x):\n    return '${name}'\n`),
      via: 'fence',
      execution: {
        ...{ on: 'tests', kind: 'wrong-output', verdict: 'failed' },
        ...{ passed: 1, total: 2, words, timeSensitive: false },
      },
      feedback: { source: 'execution', text: words, refused: [], neutral: false },
      ...{ trimmed: 0, tokens: 10, calls: [] },
    },
  };
}

/** The third round of a dialogue whose first two failed: what it was, and the request. */
async function thirdRound(settings: { readonly contextTokens?: number }) {
  const script = { debugger: [programReply('p3')] };
  const { run, store, model } = await activitiesUnderTest({ script, config: refining(settings) });
  for (const place of [0, 1]) {
    await store.dialogues.addEvent(attempt, place, await failed(store, place));
  }
  const round: PlannedRound = {
    ...{ id: 'r3', ordinal: 2, parent: 'r2', number: 3 },
    ...{ last: false, runsCode: true, tokensLeft: null, after: 2 },
  };
  const made = await run('generateReply', { attempt, round });
  return { made, request: JSON.stringify(model.calls[0]?.request.messages) };
}

describe('the request of a later round', () => {
  it('has every earlier round where no limit is set', async () => {
    const { made, request } = await thirdRound({});
    expect(made.trimmed).toBe(0);
    expect(request).toContain('line 100 of p1');
    expect(request).toContain('line 100 of p2');
  });

  it('fits into the tokens that the run names, and the round counts what was left out', async () => {
    const { made, request } = await thirdRound({ contextTokens: 1_500 });
    expect(made.trimmed).toBe(3);
    expect(request).not.toContain('of p1');
    expect(request).not.toContain('line 100 of p2');
    expect(request).toContain('line 0 of p2');
  });
});

describe('the reply of a model that was told results of hidden tests', () => {
  it('has no excerpt, whatever a person said after them', async () => {
    const script = { debugger: [programReply('p2')] };
    const { run, store } = await activitiesUnderTest({ script, config: refining({}) });
    const first = await failed(store, 0);
    if (first.kind !== 'round-made' || first.round.feedback === null) throw new Error('no round');
    const { feedback } = first.round;
    const hidden = { ...feedback, text: { ...feedback.text, excerpt: '' } };
    const said: DialogueEvent = {
      ...{ kind: 'feedback-given', round: 'r1', calls: [] },
      feedback: { ...feedback, source: 'person', text: await keeper(store)('Think of zero.') },
    };
    const events: DialogueEvent[] = [
      { ...first, round: { ...first.round, feedback: hidden } },
      said,
    ];
    for (const [place, event] of events.entries()) {
      await store.dialogues.addEvent(attempt, place, event);
    }
    const round: PlannedRound = {
      ...{ id: 'r2', ordinal: 1, parent: 'r1', number: 2 },
      ...{ last: false, runsCode: true, tokensLeft: null, after: 2 },
    };
    const { reply } = await run('generateReply', { attempt, round });
    expect(await store.blobs.get(reply.sha256)).toContain('p2');
    expect(reply.excerpt).toBe('');
  });
});

describe('the first request of a dialogue, and those after it', () => {
  const solved = programReply('p1');

  async function made(script: Readonly<Record<string, readonly string[]>>) {
    const { run, store, model } = await activitiesUnderTest({ script, config: refining({}) });
    const round: PlannedRound = {
      ...{ id: 'r1', ordinal: 0, parent: null, number: 1 },
      ...{ last: false, runsCode: true, tokensLeft: null, after: 0 },
    };
    const reply = await run('generateReply', { attempt, round });
    return { reply, store, calls: model.calls };
  }

  it('asks the Solver at temperature 0, and keeps its program', async () => {
    const { reply, store, calls } = await made({ solver: [solved] });
    expect(reply).toMatchObject({ via: 'fence', repeats: false, trimmed: 0, finishReason: 'stop' });
    expect(await store.blobs.get(reply.program ?? '')).toContain('p1');
    expect(await store.blobs.get(reply.reply.sha256)).toBe(solved);
    expect(reply.reply.excerpt).not.toBe('');
    expect(calls.map(({ request }) => request.parameters.temperature)).toEqual([0]);
    expect(calls.map(({ request }) => request.draw.ordinal)).toEqual([0]);
    expect(reply.calls).toHaveLength(1);
  });

  it('is asked once more for a program, and has none where there is none again', async () => {
    const { reply, calls } = await made({ solver: ['I cannot.', 'I still cannot.'] });
    expect(reply).toMatchObject({ program: null, via: null });
    expect(calls).toHaveLength(2);
    expect(reply.calls.map(({ repair }) => repair)).toEqual([false, true]);
  });
});
