import { chatBody, featuresOf, ownServerHeaders } from '../../llm/chat-body';
import { exchangeOf } from '../../llm/exchange';
import { optionalFeatures } from '../../core/schemas/model';
import type { Message, ModelRequest, OptionalFeature } from '../../core/schemas/model';
import { modelRequest } from '../../laboratory/fakes/model-requests';

const closed = {
  type: 'object',
  properties: { a: {}, b: {} },
  required: ['a', 'b'],
  additionalProperties: false,
};

const withSchema = (schema: object): ModelRequest =>
  modelRequest({ parameters: { format: { name: 'answer', schema: schema as never } } });

const messagesOf = (messages: readonly Message[], features: readonly OptionalFeature[]) =>
  chatBody(modelRequest({ messages }), features).messages;

describe('the body of a request', () => {
  it('has no optional part that the endpoint does not take', () => {
    const request = modelRequest({
      parameters: { temperature: 0.5, maxTokens: 9, tools: ['execute_code'] },
    });
    expect(Object.keys(chatBody(request, [])).sort()).toEqual([
      'max_completion_tokens',
      'messages',
      'model',
    ]);
    expect(chatBody(request, optionalFeatures)).toMatchObject({
      temperature: 0.5,
      max_tokens: 9,
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(chatBody(request, ['stream-usage'])).not.toHaveProperty('stream_options');
    expect(chatBody(request, ['stream'])).not.toHaveProperty('stream_options');
  });

  it.each([
    [closed, true],
    [{ ...closed, required: ['a'] }, false],
    [{ ...closed, additionalProperties: true }, false],
    [{ ...closed, type: 'array' }, false],
    [{ ...closed, properties: null }, false],
    [{ ...closed, required: undefined }, false],
  ])('asks strictly for a schema that is closed (%#): %s', (schema, strict) => {
    const { response_format: format } = chatBody(withSchema(schema), ['json-schema']);
    expect(format).toMatchObject({ type: 'json_schema', json_schema: { name: 'answer', strict } });
    expect(chatBody(withSchema(schema), [])).not.toHaveProperty('response_format');
  });

  it('has what the system says before what the user says first, where it knows no system', () => {
    const [system, user, assistant] = (['system', 'user', 'assistant'] as const).map((role) => ({
      role,
      content: `the ${role}`,
    })) as [Message, Message, Message];
    expect(messagesOf([system, user, assistant], ['system-role'])).toEqual([
      system,
      user,
      assistant,
    ]);
    expect(messagesOf([system, system, user, assistant], [])).toEqual([
      { role: 'user', content: 'the system\n\nthe system\n\nthe user' },
      assistant,
    ]);
    expect(messagesOf([system, assistant], [])).toEqual([
      { role: 'user', content: 'the system' },
      assistant,
    ]);
    expect(messagesOf([user], [])).toEqual([user]);
  });

  it('says a call without words as one without content', () => {
    const called: Message = {
      role: 'assistant',
      content: '',
      toolCall: { id: 'c1', code: 'x' },
    };
    const said: Message = { role: 'tool', content: '3', toolCallId: 'c1' };
    expect(messagesOf([called, said], ['tools'])).toMatchObject([
      { content: null, tool_calls: [{ id: 'c1' }] },
      { role: 'tool', tool_call_id: 'c1' },
    ]);
    const [fenced, told] = messagesOf([called, said], []);
    expect(fenced?.content).toContain('```');
    expect(told).toEqual({ role: 'user', content: '3' });
  });
});

describe('the optional features of a request', () => {
  it('are those that it makes use of', () => {
    const bare = modelRequest({ messages: [{ role: 'user', content: 'hi' }], parameters: {} });
    const none = { acceptsSeed: false, streams: false };
    expect(featuresOf(bare, none)).toEqual([]);
    expect(featuresOf(bare, { ...none, acceptsSeed: true })).toEqual(['seed']);
    expect([...featuresOf(bare, { ...none, streams: true })].sort()).toEqual([
      'stream',
      'stream-usage',
    ]);
    expect(featuresOf({ ...bare, parameters: { tools: [] } }, none)).toEqual([]);
    expect(featuresOf({ ...bare, parameters: { tools: ['execute_code'] } }, none)).toEqual([
      'tools',
    ]);
    expect(featuresOf({ ...bare, parameters: { temperature: 0 } }, none)).toEqual(['temperature']);
    expect(featuresOf({ ...bare, parameters: { maxTokens: 1 } }, none)).toEqual(['max-tokens']);
    const system: ModelRequest = { ...bare, messages: [{ role: 'system', content: 'be brief' }] };
    expect(featuresOf(system, none)).toEqual(['system-role']);
  });

  it('that the endpoint does not take are recorded as dropped, and not as sent', () => {
    const request = modelRequest({ parameters: { temperature: 0.5, maxTokens: 9 } });
    const wanted = ['seed', 'temperature', 'max-tokens'] as const;
    expect(exchangeOf(request, { wanted, features: wanted, streamed: true })).toMatchObject({
      ...{ temperature: 0.5, maxTokens: 9, dropped: [], streamed: true, schema: null },
    });
    expect(exchangeOf(request, { wanted, features: [], streamed: false })).toMatchObject({
      ...{ temperature: null, maxTokens: 9, seed: null, streamed: false },
      dropped: expect.arrayContaining(['seed', 'temperature']) as string[],
    });
  });
});

test('our own server is told the address of a request in headers of plain letters', () => {
  const request = modelRequest({ seed: 7, draw: { sample: 2, ordinal: 3 } });
  expect(ownServerHeaders(request, { problem: 'P/é', role: 'solver' })).toEqual({
    'x-espalier-problem': 'P/%C3%A9',
    'x-espalier-role': 'solver',
    'x-espalier-seed': '7',
    'x-espalier-draw': '2/3',
  });
  const located = { problem: 'P/é', role: 'thinker-strategies', sets: 4 } as const;
  expect(ownServerHeaders(request, located)).toMatchObject({ 'x-espalier-sets': '4' });
});
