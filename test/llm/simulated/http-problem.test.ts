import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';

import { HttpProblem, badRequest, headerOf } from '../../../llm/simulated/http-problem';
import { readBody } from '../../../llm/simulated/read-body';

describe('a response that is not an answer', () => {
  it.each([
    [400, 'invalid_request_error'],
    [429, 'rate_limit_error'],
    [499, 'invalid_request_error'],
    [500, 'server_error'],
    [503, 'server_error'],
  ])('with status %i is of the type %s', (status, type) => {
    expect(new HttpProblem('no', { status, code: 'why' }).body()).toEqual({
      error: { message: 'no', type, param: null, code: 'why' },
    });
  });

  it('has the headers that go with it', () => {
    const headers = { 'retry-after': '1' };
    expect(new HttpProblem('no', { status: 429, code: 'why', headers }).headers).toEqual(headers);
    expect(badRequest('why', 'no')).toMatchObject({ status: 400, code: 'why', headers: {} });
  });
});

describe('a header', () => {
  it('has its first value, without blanks, or none', () => {
    expect(headerOf({ a: ' x ' }, 'a')).toBe('x');
    expect(headerOf({ a: ['x', 'y'] }, 'a')).toBe('x');
    expect([headerOf({ a: '  ' }, 'a'), headerOf({}, 'a')]).toEqual([undefined, undefined]);
  });
});

describe('the body of a request', () => {
  const body = (...chunks: readonly Buffer[]) =>
    Readable.from(chunks, { objectMode: false }) as unknown as IncomingMessage;

  it('is one text, however it was cut, of as many bytes as may be', async () => {
    const text = Buffer.from('aé漢');
    expect(await readBody(body(text.subarray(0, 2), text.subarray(2)), text.length)).toBe('aé漢');
  });

  it('is refused when it is larger, with its size', async () => {
    await expect(readBody(body(Buffer.from('abc'), Buffer.from('de')), 4)).rejects.toMatchObject({
      status: 413,
      message: 'the request has 5 bytes; this server takes at most 4',
    });
  });

  it('is refused if it is not text', async () => {
    await expect(readBody(body(Buffer.from([0xff])), 10)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_json',
    });
  });
});
