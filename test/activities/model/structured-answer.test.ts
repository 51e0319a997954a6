import type { ModelQuestion, ModelReply } from '../../../activities/model/ask-model';
import { askStructured } from '../../../activities/model/structured-answer';
import type { ParsedReply } from '../../../core/replies/parsed-reply';
import type { ModelAnswer } from '../../../core/schemas/model';
import { requestIdentity } from '../../../llm/request-identity';
import { callUse, modelAnswer, modelRequest } from '../../../laboratory/fakes/model-requests';

const request = modelRequest();
const use = callUse({ context: { problem: 'p', role: 'critic-score' } });

/** Answers in this order; fails loudly when asked once more. */
function scripted(...answers: readonly Partial<ModelAnswer>[]) {
  const questions: ModelQuestion[] = [];
  const ask = async (question: ModelQuestion): Promise<ModelReply> => {
    const next = answers[questions.length];
    questions.push(question);
    if (next === undefined) throw new Error(`no answer number ${String(questions.length)}`);
    return { answer: modelAnswer(next), identity: requestIdentity(question.request) };
  };
  return { ask, questions };
}

const parse = (text: string): ParsedReply<number> => {
  const value = /score: (\d)/.exec(text)?.[1];
  return value === undefined
    ? { ok: false, problem: 'there is no line "score: N"' }
    : { ok: true, value: Number(value) };
};

describe('an answer of a known form', () => {
  it('that can be read takes one call', async () => {
    const { ask, questions } = scripted({ text: 'well, score: 4' });
    const answer = await askStructured({ ask, request, use, parse });
    expect(answer).toMatchObject({ value: 4, isFallback: false });
    expect(answer.calls).toEqual([
      { role: 'critic-score', identity: requestIdentity(request), repair: false },
    ]);
    expect(questions).toEqual([{ request, use }]);
  });

  it('that cannot be read gets one repair question under the same draw', async () => {
    const { ask, questions } = scripted({ text: 'four' }, { text: 'score: 4' });
    const answer = await askStructured({ ask, request, use, parse });
    expect(answer).toMatchObject({ value: 4, isFallback: false, answer: { text: 'score: 4' } });
    const [, repair] = questions;
    expect(repair?.use).toEqual({ ...use, repair: true });
    expect(repair?.request).toEqual({ ...request, messages: repair?.request.messages });
    expect(answer.calls.map(({ repair: is }) => is)).toEqual([false, true]);
    expect(new Set(answer.calls.map(({ identity }) => identity)).size).toBe(2);
  });

  it('counts the tokens of every call, and none where the endpoint does not say', async () => {
    const tokens = async (...usages: readonly ModelAnswer['usage'][]) => {
      const texts = ['four', 'score: 4'].slice(-usages.length);
      const { ask } = scripted(...texts.map((text, nth) => ({ text, usage: usages[nth] ?? null })));
      return (await askStructured({ ask, request, use, parse })).tokens;
    };
    const [ten, two] = [
      { promptTokens: 7, completionTokens: 3 },
      { promptTokens: 1, completionTokens: 1 },
    ];
    expect(await tokens(ten)).toBe(10);
    expect(await tokens(ten, two)).toBe(12);
    expect(await tokens(ten, null)).toBe(10);
    expect(await tokens(null)).toBe(0);
  });

  it('tells everybody who watches that a second one is asked for', async () => {
    const { ask } = scripted({ text: 'four' }, { text: 'score: 4' });
    let repairs = 0;
    await askStructured({ ask, request, use, parse, onRepair: () => void (repairs += 1) });
    expect(repairs).toBe(1);
  });

  it('is read with the code of a tool call in a fence', async () => {
    const { ask } = scripted({ text: 'I look.', toolCall: { id: 'c', code: 'x = 1\n' } });
    const whole = (text: string): ParsedReply<string> => ({ ok: true, value: text });
    const { value } = await askStructured({ ask, request, use, parse: whole });
    expect(value).toBe('I look.\n\n```python\nx = 1\n```');
  });

  it('that cannot be read twice takes the fallback value, and is never asked a third time', async () => {
    const { ask, questions } = scripted({ text: 'four' }, { text: 'vier' });
    const answer = await askStructured({ ask, request, use, parse });
    expect(answer).toMatchObject({ value: null, isFallback: true, answer: { text: 'vier' } });
    expect(answer.calls).toHaveLength(2);
    expect(questions).toHaveLength(2);
  });

  it('that cannot be read is requested again as often as the setting says: never, or twice', async () => {
    const texts = ['a', 'b', 'c', 'd'].map((text) => ({ text }));
    const never = scripted(...texts);
    const one = await askStructured({ ask: never.ask, request, use, parse, repairs: 0 });
    expect([one.isFallback, never.questions.length]).toEqual([true, 1]);
    const twice = scripted(...texts);
    const three = await askStructured({ ask: twice.ask, request, use, parse, repairs: 2 });
    expect([three.answer.text, twice.questions.length]).toEqual(['c', 3]);
    expect(three).toMatchObject({ problem: 'there is no line "score: N"' });
    // Each request has what was said to all before it.
    const said = twice.questions.map(({ request: asked }) => JSON.stringify(asked.messages));
    expect(said.map((text) => text.split('there is no line').length - 1)).toEqual([0, 1, 2]);
  });

  it('names a call that was refused before it as well', async () => {
    const ask = async (): Promise<ModelReply> => ({
      ...{ answer: modelAnswer({ text: 'score: 4' }), identity: 'second' },
      refusedBefore: 'first',
    });
    const { calls } = await askStructured({ ask, request, use, parse });
    expect(calls).toEqual([
      { role: 'critic-score', identity: 'first', repair: false },
      { role: 'critic-score', identity: 'second', repair: false },
    ]);
  });

  it.each(['content-filter', 'context-length'] as const)(
    'that ended by %s takes the fallback value without a repair question',
    async (finishReason) => {
      const { ask, questions } = scripted({ text: '', finishReason });
      const answer = await askStructured({ ask, request, use, parse });
      expect(answer).toMatchObject({ value: null, isFallback: true });
      expect(questions).toHaveLength(1);
    },
  );

  it('whose repair is filtered takes the fallback value', async () => {
    const { ask } = scripted({ text: 'four' }, { text: '', finishReason: 'content-filter' });
    const answer = await askStructured({ ask, request, use, parse });
    expect(answer).toMatchObject({ value: null, isFallback: true });
    expect(answer.calls).toHaveLength(2);
  });

  it('that was cut off may still be read', async () => {
    const { ask } = scripted({ text: 'score: 3, becau', finishReason: 'length' });
    expect(await askStructured({ ask, request, use, parse })).toMatchObject({ value: 3 });
  });

  it('does not hide that asking failed', async () => {
    const error = new Error('endpoint down');
    const asked = askStructured({ ask: () => Promise.reject(error), request, use, parse });
    await expect(asked).rejects.toBe(error);
  });
});
