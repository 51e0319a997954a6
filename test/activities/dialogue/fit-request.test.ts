import { fitRequest } from '../../../activities/dialogue/fit-request';
import type { ConversationPart } from '../../../core/refinement/context/conversation-part';
import type { Message } from '../../../core/schemas/model';
import { countTokens } from '../../../llm';

const output = (name: string): string =>
  Array.from({ length: 300 }, (_, line) => `line ${String(line)} of ${name}`).join('\n');

const task: ConversationPart = {
  kind: 'task',
  keep: true,
  messages: [{ role: 'user', content: 'the task' }],
};
const round = (name: string, keep = false): ConversationPart => ({
  kind: 'round',
  keep,
  messages: [
    { role: 'assistant', content: `program ${name}` },
    { role: 'user', content: output(name) },
  ],
});

const parts = [task, round('one'), round('two', true)];
const whole = parts.flatMap(({ messages }) => messages);

/** Of a request and all that an endpoint counts beside its text. */
const tokensOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, { content }) => sum + 4 + countTokens(content), 0);

describe('a request of a dialogue', () => {
  it('is not shortened if there is no limit', () => {
    expect(fitRequest(parts, { maxTokens: 5 })).toEqual({ messages: whole, dropped: 0 });
  });

  it('is whole if it fits together with the answer', () => {
    const contextTokens = tokensOf(whole) + 100;
    const fit = fitRequest(parts, { contextTokens, maxTokens: 100 });
    expect(fit).toEqual({ messages: whole, dropped: 0 });
    expect(fitRequest(parts, { contextTokens, maxTokens: 101 }).dropped).toBe(2);
  });

  it('leaves room for an answer of the usual length, in a small window for a quarter of it', () => {
    const tokens = tokensOf(whole);
    expect(fitRequest(parts, { contextTokens: tokens + 1024 }).dropped).toBe(0);
    expect(fitRequest(parts, { contextTokens: tokens + 1023 }).dropped).toBe(2);
    const small = { contextTokens: 1_200 };
    expect(tokensOf(fitRequest(parts, small).messages)).toBeLessThanOrEqual(900);
    expect(tokensOf(fitRequest(parts, { ...small, maxTokens: 5_000 }).messages)).toBeGreaterThan(
      700,
    );
  });

  it('counts the messages that are left out and those that lost their middle', () => {
    const { messages, dropped } = fitRequest(parts, { contextTokens: 1_200 });
    expect(messages.map(({ content }) => content.split('\n')[0])).toEqual([
      'the task',
      'program two',
      'line 0 of two',
    ]);
    expect(dropped).toBe(3);
  });

  it('counts an output that lost its middle where nothing else is left out', () => {
    const kept = [task, round('two', true)];
    expect(fitRequest(kept, { contextTokens: 1_200 }).dropped).toBe(1);
  });
});
