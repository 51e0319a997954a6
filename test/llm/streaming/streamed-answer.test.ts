import { streamedAnswer } from '../../../llm/streaming/streamed-answer';
import { chunk } from '../../fakes/http-endpoint';

/** The result of a stream, the text that was reported, and how often a token was reported. */
function streamOf(pieces: readonly (object | string)[]) {
  const told: string[] = [];
  let tokens = 0;
  const answer = streamedAnswer(
    (text) => told.push(text),
    () => (tokens += 1),
  );
  for (const piece of pieces) {
    const data = typeof piece === 'string' ? piece : JSON.stringify(piece);
    answer.push(Buffer.from(`data: ${data}\n\n`));
  }
  const end = answer.end();
  return { end, told: told.join(''), tokens };
}

/** The single choice of a complete stream. */
function choiceOf(pieces: readonly (object | string)[]) {
  const { end } = streamOf(pieces);
  const body = end.kind === 'completion' ? (end.body as { choices: unknown[] }) : null;
  return body?.choices[0];
}

const stop = chunk({}, 'stop');
const call = (index: number | null, parts: object, id?: string) =>
  chunk({ tool_calls: [{ index, ...(id === undefined ? {} : { id }), function: parts }] });

describe('the pieces of a streamed answer', () => {
  it('are joined member by member, with what the stream says of itself', () => {
    const usage = { prompt_tokens: 3, completion_tokens: 4 };
    const { end } = streamOf([
      chunk({ reasoning: 'so', content: 'a' }),
      chunk({ reasoning_content: ' on', content: 'b', refusal: 'no' }),
      { ...stop, model: 'served', usage, espalier: { rule: 'draw' } },
      { choices: [], usage: null, model: null },
    ]);
    const message = { content: 'ab', refusal: 'no', reasoning_content: 'so on', tool_calls: [] };
    expect(end).toEqual({
      kind: 'completion',
      body: {
        model: 'served',
        usage,
        espalier: { rule: 'draw' },
        choices: [{ index: 0, finish_reason: 'stop', message }],
      },
    });
  });

  it('of another choice do not count', () => {
    const other = { choices: [{ index: 1, delta: { content: 'other' }, finish_reason: 'length' }] };
    const { told, tokens, end } = streamOf([other, chunk({ content: 'mine' }), other, stop]);
    expect([told, tokens]).toEqual(['mine', 1]);
    expect(end).toMatchObject({ body: { choices: [{ finish_reason: 'stop' }] } });
  });

  it('are the first choice where choices have no number', () => {
    const piece = { choices: [{ delta: { content: 'a' }, finish_reason: 'stop' }] };
    expect(choiceOf([piece])).toMatchObject({ message: { content: 'a' } });
  });

  it('may bring the reason of the end before the last piece, and keep it', () => {
    expect(choiceOf([chunk({ content: 'a' }, 'length'), chunk({ content: 'b' })])).toMatchObject({
      finish_reason: 'length',
      message: { content: 'ab' },
    });
  });

  it('bring calls in the order of their numbers, and tell the code of the first that came', () => {
    const pieces = [
      call(1, { name: 'execute_', arguments: '{"code": "x' }, 'c1'),
      call(0, { name: 'python', arguments: 'y' }, 'c0'),
      call(1, { name: 'code', arguments: ' = 1"}' }),
      stop,
    ];
    const made = (id: string, name: string, text: string) => {
      return { id, type: 'function', function: { name, arguments: text } };
    };
    expect(choiceOf(pieces)).toMatchObject({
      message: {
        tool_calls: [made('c0', 'python', 'y'), made('c1', 'execute_code', '{"code": "x = 1"}')],
      },
    });
    expect(streamOf(pieces).told).toBe('```python\nx = 1\n```');
  });

  it('of a second call without a number leave the first one as it is', () => {
    const pieces = [
      call(null, { name: 'python', arguments: 'a' }, 'c0'),
      call(null, { name: 'python', arguments: 'b' }, 'c1'),
      call(null, { arguments: 'c' }, ''),
      call(null, { arguments: 'd' }, 'c0'),
      stop,
    ];
    expect(choiceOf(pieces)).toMatchObject({
      message: { tool_calls: [{ id: 'c0', function: { arguments: 'acd' } }] },
    });
  });

  it('count as tokens where they hold something of the model’s', () => {
    const empty = [chunk({ role: 'assistant', content: '' }), call(0, {}, 'c'), stop];
    expect(streamOf([chunk({ content: null, tool_calls: [{ index: 0 }] }), stop]).tokens).toBe(0);
    expect(streamOf([...empty, chunk({ content: 'a' }), chunk({ refusal: 'b' })]).tokens).toBe(3);
  });
});

describe('the text that is reported of a stream', () => {
  it('closes reasoning before anything else, and reasoning that comes later is not told', () => {
    const { told } = streamOf([
      chunk({ reasoning: 'hm' }),
      chunk({ content: 'a' }),
      chunk({ reasoning: 'oh' }),
      stop,
    ]);
    expect(told).toBe('<think>\nhm\n</think>\na');
  });

  it('puts code in a fence, apart from content but not from reasoning, and ends with it', () => {
    const python = call(0, { name: 'python', arguments: 'x = 1' }, 'c');
    const later = chunk({ content: 'more', reasoning: 'more' });
    const fence = '```python\nx = 1\n```';
    expect(streamOf([chunk({ content: 'a' }), python, later, stop]).told).toBe(`a\n\n${fence}`);
    expect(streamOf([chunk({ reasoning: 'a' }), python, stop]).told).toBe(
      `<think>\na\n</think>\n${fence}`,
    );
  });
});

describe('the end of a stream', () => {
  const half = chunk({ content: 'half' });

  it.each<[string, readonly (object | string)[], string]>([
    ['a reason of the end', [half, stop], 'completion'],
    ['no reason, even when it is closed', [half, '[DONE]'], 'broken'],
    ['nothing but its close', [' [DONE] '], 'completion'],
    ['nothing but usage', [{ usage: {} }], 'broken'],
    ['a piece that cannot be read, last', [half, '{"cho'], 'broken'],
    ['a piece that cannot be read, and a reason', [half, '{"cho', stop], 'nonsense'],
    ['a piece that cannot be read, and a close', [half, '{"cho', '[DONE]'], 'nonsense'],
    ['an error, whatever else is in it', ['what', half, { error: 'x' }], 'completion'],
  ])('with %s', (_, pieces, kind) => {
    expect(streamOf(pieces).end.kind).toBe(kind);
  });

  it('names the first piece that cannot be read', () => {
    expect(streamOf(['first', 'second', stop]).end).toEqual({ kind: 'nonsense', data: 'first' });
  });

  it('without any choice is a completion without one', () => {
    expect(streamOf([{ choices: [], model: 'm' }, '[DONE]']).end).toEqual({
      kind: 'completion',
      body: { model: 'm', choices: [] },
    });
  });
});
