import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';

import { parseChatRequest } from '../../../llm/simulated/chat-request';
import { badRequest, headerOf, HttpProblem } from '../../../llm/simulated/http-problem';
import { readBody } from '../../../llm/simulated/read-body';

const headers = {
  'x-espalier-problem': 'P/0',
  'x-espalier-role': 'solver',
  'x-espalier-seed': '7',
  'x-espalier-draw': '2/3',
};
const messages = [{ role: 'user', content: 'hi' }];

const parsed = (body: object, more: object = {}) =>
  parseChatRequest({ ...headers, ...more }, JSON.stringify({ model: 'm', messages, ...body }));

describe('a request to a model server of ours', () => {
  it.each([
    [{}, null],
    [{ max_tokens: 5 }, 5],
    [{ max_completion_tokens: 6 }, 6],
    [{ max_completion_tokens: 6, max_tokens: 5 }, 6],
  ])('%j may be answered with so many tokens: %j', (body, most) => {
    expect(parsed(body).maxTokens).toBe(most);
  });

  it.each([
    [undefined, 'missing_header'],
    ['-1', 'invalid_header'],
  ])('with the seed %s is refused as %s', (seed, code) => {
    expect(() => parsed({}, { 'x-espalier-seed': seed })).toThrow(
      expect.objectContaining({ status: 400, code }) as Error,
    );
  });

  it.each([
    [{}, 'none'],
    [{ stream: true }, 'without-usage'],
    [{ stream: true, stream_options: { include_usage: true } }, 'with-usage'],
    [{ stream_options: { include_usage: true } }, 'none'],
  ])('%j is streamed: %s', (body, stream) => {
    expect(parsed(body).stream).toBe(stream);
  });

  it.each([
    [{}, false],
    [{ response_format: { type: 'text' } }, false],
    [{ response_format: { type: 'json_object' } }, true],
    [{ response_format: { type: 'json_schema' } }, true],
  ])('%j is answered as JSON: %s', (body, structured) => {
    expect(parsed(body).reply.structured).toBe(structured);
  });

  it('is known by its key, else by what decides the answer', () => {
    expect(parsed({}, { 'idempotency-key': 'k' }).identity).toBe('k');
    const identities = [
      parsed({}),
      parsed({ max_tokens: 5 }),
      parsed({}, { 'x-espalier-draw': '2/4' }),
      parsed({}, { 'x-espalier-draw': '3/3' }),
      parsed({}, { 'x-espalier-seed': '8' }),
      parsed({}, { 'x-espalier-role': 'debugger' }),
      parsed({}, { 'x-espalier-problem': 'P/1' }),
    ].map(({ identity }) => identity);
    expect(new Set(identities).size).toBe(identities.length);
    expect(parsed({}).identity).toBe(identities[0]);
  });

  it.each(['2', '2/3/4', '2/-3', '/3'])('is refused with draw %j', (draw) => {
    expect(() => parsed({}, { 'x-espalier-draw': draw })).toThrow('sample/ordinal');
  });

  it('says how many location sets the answer must have, if the method needs a number', () => {
    expect(parsed({}).reply).not.toHaveProperty('sets');
    expect(parsed({}, { 'x-espalier-sets': '4' }).reply.sets).toBe(4);
    expect(() => parsed({}, { 'x-espalier-sets': 'many' })).toThrow('x-espalier-sets is "many"');
  });

  it('offers the tool by its name', () => {
    const tool = (name: string) => ({ tools: [{ function: { name } }] });
    expect(parsed(tool('execute_code')).offersTool).toBe(true);
    expect(parsed(tool('search')).offersTool).toBe(false);
    expect(parsed({}).offersTool).toBe(false);
  });
});

describe('a refusal', () => {
  it.each([
    [400, 'invalid_request_error'],
    [429, 'rate_limit_error'],
    [499, 'invalid_request_error'],
    [500, 'server_error'],
    [503, 'server_error'],
  ])('with status %d is of type %s', (status, type) => {
    const problem = new HttpProblem('no', { status, code: 'c' });
    expect(problem.body()).toEqual({ error: { message: 'no', type, param: null, code: 'c' } });
  });

  it('of a bad request is 400', () => {
    expect(badRequest('c', 'no')).toMatchObject({ status: 400, code: 'c', headers: {} });
  });
});

test.each([
  ['v', 'v'],
  [' v ', 'v'],
  ['', undefined],
  [' ', undefined],
  [undefined, undefined],
])('a header %j is %j', (value, read) => {
  expect(headerOf({ cookie: value }, 'cookie')).toBe(read);
});

describe('the body of a request', () => {
  const body = (...chunks: readonly (string | Buffer)[]): IncomingMessage =>
    Readable.from(chunks.map((chunk) => Buffer.from(chunk as string))) as IncomingMessage;

  it('is whole up to the limit', async () => {
    expect(await readBody(body('ab', 'cd'), 4)).toBe('abcd');
    await expect(readBody(body('ab', 'cde'), 4)).rejects.toMatchObject({
      status: 413,
      message: 'the request has 5 bytes; this server takes at most 4',
    });
  });

  it('is UTF-8, wherever its pieces are cut', async () => {
    const bytes = Buffer.from('é');
    expect(await readBody(body(bytes.subarray(0, 1), bytes.subarray(1)), 10)).toBe('é');
    await expect(readBody(body(bytes.subarray(0, 1)), 10)).rejects.toMatchObject({ status: 400 });
  });
});
