import type { ChatRequest } from '../../../llm/simulated/chat-request';
import { completionBody, completionChunks, completionOf } from '../../../llm/simulated/completion';
import type { Reply } from '../../../llm/simulated/replies/reply';
import { ask } from './bank-samples';

const origin = { rule: 'canned' } as const;
const spoken: Reply = { text: 'words to say', origin };
const coded: Reply = { text: 'I look.', code: 'print(1)', origin };

function request(
  changes: Partial<ChatRequest> = {},
  about: Parameters<typeof ask>[0] = {},
): ChatRequest {
  return {
    reply: ask({ messages: [{ role: 'user', content: '12345' }], ...about }),
    identity: 'i'.repeat(30),
    model: 'model-x',
    maxTokens: null,
    offersTool: false,
    stream: 'none',
    ...changes,
  };
}

describe('a completion of our own server', () => {
  it('names the request and the model, and counts tokens of both sides', () => {
    expect(completionOf(request(), spoken, null)).toEqual({
      id: `chatcmpl-${'i'.repeat(24)}`,
      created: 0,
      model: 'model-x',
      choice: { content: 'words to say', refusal: null, code: null, finishReason: 'stop' },
      usage: { prompt_tokens: 6, completion_tokens: 3, total_tokens: 9 },
      espalier: origin,
    });
  });

  it('ends for its length only where the limit cuts it', () => {
    expect(completionOf(request({ maxTokens: 3 }), spoken, null).choice).toMatchObject({
      content: 'words to say',
      finishReason: 'stop',
    });
    expect(completionOf(request({ maxTokens: 2 }), spoken, null)).toMatchObject({
      choice: { content: 'words to', finishReason: 'length' },
      usage: { completion_tokens: 2 },
    });
  });

  it('puts code behind the text in a fence, or alone where there is no text', () => {
    const contentOf = (reply: Reply) => completionOf(request(), reply, null).choice?.content;
    expect(contentOf(coded)).toBe('I look.\n\n```python\nprint(1)\n```');
    expect(contentOf({ ...coded, text: '' })).toBe('```python\nprint(1)\n```');
  });

  it('calls the tool where it is offered, and is charged for the code', () => {
    const { choice, usage } = completionOf(request({ offersTool: true }), coded, null);
    expect(choice).toEqual({
      content: 'I look.',
      refusal: null,
      code: 'print(1)',
      finishReason: 'tool_calls',
    });
    expect(usage.completion_tokens).toBe(Math.ceil(31 / 4));
    expect(completionOf(request({ offersTool: true }), spoken, null).choice?.code).toBeNull();
  });

  it('does not call the tool with code that a limit or a fault has touched', () => {
    const offering = request({ offersTool: true, maxTokens: 4 });
    expect(completionOf(offering, coded, null).choice).toMatchObject({
      code: null,
      finishReason: 'length',
    });
    const cut = completionOf(request({ offersTool: true }), coded, 'cutOff');
    expect(cut.choice).toMatchObject({ code: null, content: 'I look.\n\n```pyt' });
  });
});

describe('a fault in the content', () => {
  it('refuses in prose, or in a member of its own in JSON, which no limit cuts', () => {
    const prose = completionOf(request(), spoken, 'refusal').choice;
    expect(prose).toMatchObject({
      content: expect.stringMatching(/sorry/) as string,
      refusal: null,
    });
    const structured = request({ maxTokens: 1 }, { structured: true });
    const { choice, usage } = completionOf(structured, spoken, 'refusal');
    expect(choice).toMatchObject({ content: null, refusal: prose?.content, finishReason: 'stop' });
    expect(usage.completion_tokens).toBe(Math.ceil((prose?.content?.length ?? 0) / 4));
  });

  it('cuts off the second half', () => {
    const { choice } = completionOf(request(), { ...spoken, text: 'abcde' }, 'cutOff');
    expect(choice).toMatchObject({ content: 'ab', finishReason: 'length' });
  });

  it('leaves no choice, and nothing to pay for', () => {
    const completion = completionOf(request(), spoken, 'emptyChoices');
    expect(completion).toMatchObject({
      choice: null,
      usage: { prompt_tokens: 6, completion_tokens: 0, total_tokens: 6 },
    });
    expect(completionBody(completion)).toMatchObject({ choices: [] });
    expect(completionChunks(completion, true)).toMatchObject([{ choices: [], espalier: origin }]);
  });

  it('speaks of a program without one, and says nothing where none was asked for', () => {
    const contentOf = (role: ChatRequest['reply']['role']) =>
      completionOf(request({}, { role }), spoken, 'malformed').choice?.content;
    expect(contentOf('debugger')).toBe(contentOf('solver'));
    expect(contentOf('solver')).not.toBe('words to say');
    expect(contentOf('critic-score')).toBe('It depends.');
    expect(contentOf('human')).toMatch(/^words to say[^]*(too much|```)/);
  });
});

describe('the form of an answer', () => {
  const called = completionOf(request({ offersTool: true }), coded, null);

  it('has a call only where there is one', () => {
    expect(completionBody(called)).toMatchObject({
      object: 'chat.completion',
      choices: [
        {
          message: {
            content: 'I look.',
            tool_calls: [
              {
                id: `call_${'i'.repeat(24)}`,
                function: { name: 'execute_code', arguments: '{"code":"print(1)"}' },
              },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
    });
    const plain = JSON.stringify(completionBody(completionOf(request(), spoken, null)));
    expect(plain).not.toContain('tool_calls');
  });

  const deltasOf = (chunks: readonly object[]) =>
    (chunks as { choices: { delta: object; finish_reason: string | null }[] }[]).flatMap(
      ({ choices }) => choices.map(({ delta, finish_reason: reason }) => [delta, reason]),
    );

  it('as a stream tells role, text, call and end, one after the other', () => {
    const named = { name: 'execute_code', arguments: '' };
    const call = { index: 0, id: `call_${'i'.repeat(24)}`, type: 'function', function: named };
    const text = { index: 0, function: { arguments: '{"code":"print(1)"}' } };
    expect(deltasOf(completionChunks(called, false))).toEqual([
      [{ role: 'assistant', content: '' }, null],
      [{ content: 'I look.' }, null],
      [{ tool_calls: [call] }, null],
      [{ tool_calls: [text] }, null],
      [{}, 'tool_calls'],
    ]);
  });

  it('as a stream holds at most 64 characters a piece, and no half characters', () => {
    const text = `${'x'.repeat(63)}😀${'y'.repeat(64)}z`;
    const chunks = completionChunks(completionOf(request(), { text, origin }, null), false);
    const pieces = deltasOf(chunks).flatMap(([delta]) =>
      typeof delta === 'object' && delta !== null && 'content' in delta ? [delta.content] : [],
    );
    expect(pieces).toEqual(['', `${'x'.repeat(63)}😀`, 'y'.repeat(64), 'z']);
    expect(chunks[0]).toMatchObject({
      object: 'chat.completion.chunk',
      model: 'model-x',
      created: 0,
    });
  });

  it('as a stream tells a refusal, and where the answer comes from in any case', () => {
    const refused = completionOf(request({}, { structured: true }), spoken, 'refusal');
    const chunks = completionChunks(refused, false);
    expect(deltasOf(chunks)[1]).toEqual([{ refusal: refused.choice?.refusal }, null]);
    expect(chunks.at(-1)).toMatchObject({ choices: [], espalier: origin });
    expect(chunks.at(-1)).not.toHaveProperty('usage');
    expect(completionChunks(refused, true).at(-1)).toMatchObject({ usage: refused.usage });
  });
});
