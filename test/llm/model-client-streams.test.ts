import { clientOf, closeEndpoints, failureOf, identity, untimed } from '../fakes/client-under-test';
import {
  chunk,
  completion,
  sendEvents,
  sendJson,
  usageChunk,
  type Play,
} from '../fakes/http-endpoint';
import { eventually } from '../../laboratory/home/eventually';

afterEach(closeEndpoints);

const isStream = (body: Record<string, unknown> | undefined): boolean => body?.['stream'] === true;

/** Plays one answer whole, and the same one in pieces. */
function both(whole: unknown, pieces: readonly unknown[]): Play {
  return ({ body }, response) => {
    if (isStream(body)) sendEvents(response, pieces);
    else sendJson(response, whole);
  };
}

describe('a streamed answer', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'execute_code', arguments: '' } };
  const argumentsText = '{"code": "x = 1\\nprint(\\"é\\")"}';
  const callDeltas = [...argumentsText].map((piece) =>
    chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] }),
  );
  const whole = { ...call, function: { name: 'execute_code', arguments: argumentsText } };

  it.each<[string, unknown, readonly unknown[], string]>([
    [
      'text',
      completion('Hello, wörld'),
      [
        chunk({ role: 'assistant', content: '' }),
        chunk({ content: 'Hello,' }),
        chunk({ content: ' wörld' }),
        chunk({}, 'stop'),
        usageChunk,
      ],
      'Hello, wörld',
    ],
    [
      'an answer without usage',
      completion('ok', { body: { usage: null } }),
      [chunk({ content: 'ok' }), chunk({}, 'stop')],
      'ok',
    ],
    [
      'an answer that is cut off',
      completion('half', { finishReason: 'length' }),
      [chunk({ content: 'half' }, 'length'), usageChunk],
      'half',
    ],
    [
      'an answer whose end is told before its last piece',
      completion('half', { finishReason: 'length' }),
      [chunk({ content: 'half' }, 'length'), chunk({ content: '' }), usageChunk],
      'half',
    ],
    [
      'a refusal',
      completion(null, { message: { refusal: 'I will not.' } }),
      [chunk({ refusal: 'I will' }), chunk({ refusal: ' not.' }), chunk({}, 'stop'), usageChunk],
      '',
    ],
    [
      'a filtered answer',
      completion('so far', { finishReason: 'content_filter' }),
      [chunk({ content: 'so far' }), chunk({}, 'content_filter'), usageChunk],
      'so far',
    ],
    [
      'reasoning that is sent apart',
      completion('42', { message: { reasoning_content: 'six times seven' } }),
      [
        chunk({ reasoning_content: 'six times' }),
        chunk({ reasoning_content: ' seven' }),
        chunk({ content: '42' }),
        chunk({}, 'stop'),
        usageChunk,
      ],
      '<think>\nsix times seven\n</think>\n42',
    ],
    [
      'a tool call',
      completion('I look.', { finishReason: 'tool_calls', message: { tool_calls: [whole] } }),
      [
        chunk({ content: 'I look.' }),
        chunk({ tool_calls: [{ index: 0, ...call }] }),
        ...callDeltas,
        chunk({}, 'tool_calls'),
        usageChunk,
      ],
      'I look.\n\n```python\nx = 1\nprint("é")\n```',
    ],
    [
      'a tool call that is cut off',
      completion(null, {
        finishReason: 'length',
        message: { tool_calls: [{ ...call, function: { name: 'python', arguments: 'x = ' } }] },
      }),
      [
        chunk({
          tool_calls: [{ index: 0, id: 'c1', function: { name: 'python', arguments: 'x = ' } }],
        }),
        chunk({}, 'length'),
        usageChunk,
      ],
      '```python\nx = \n```',
    ],
  ])('is the same as whole: %s', async (_, inOne, pieces, text) => {
    const { ask, watch, received } = await clientOf(both(inOne, pieces));
    const { told, answer } = watch();
    const streamed = await answer;
    expect(untimed(streamed)).toEqual(untimed(await ask()));
    expect(told.join('')).toBe(text);
    expect(received[0]?.body).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(received[1]?.body).not.toHaveProperty('stream');
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual([identity, identity]);
  });

  it('is told as it comes, before it is complete', async () => {
    let finish: () => void = () => undefined;
    const { watch } = await clientOf((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(chunk({ content: 'first' }))}\n\n`);
      finish = () => response.end(`data: ${JSON.stringify(chunk({}, 'stop'))}\n\n`);
    });
    const { told, answer } = watch();
    await eventually('the first piece is told', () => told.length > 0);
    expect(told).toEqual(['first']);
    finish();
    expect((await answer).text).toBe('first');
  });

  it('survives pieces that are cut within a character, other line ends and comments', async () => {
    const bytes = Buffer.from(
      `: hello\r\n\r\ndata: ${JSON.stringify(chunk({ content: 'ä€' }))}\r\n\r\nevent: x\ndata:${JSON.stringify(chunk({}, 'stop'))}`,
    );
    const { watch } = await clientOf((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const write = (place: number): void => {
        if (place === bytes.length) response.end();
        else response.write(bytes.subarray(place, place + 1), () => setImmediate(write, place + 1));
      };
      write(0);
    });
    expect((await watch().answer).text).toBe('ä€');
  });

  it('may come whole from an endpoint that takes no notice', async () => {
    const { watch } = await clientOf((_, response) => sendJson(response, completion('whole')));
    const { told, answer } = watch();
    expect((await answer).text).toBe('whole');
    expect(told).toEqual([]);
  });
});

describe('the time to the first token', () => {
  const pauseMs = 150;

  /** Head at once, a token later, the end later still. */
  const slow: Play = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const write = (piece: object): unknown => response.write(`data: ${JSON.stringify(piece)}\n\n`);
    write(chunk({ role: 'assistant', content: '' }));
    setTimeout(() => write(chunk({ content: 'ok' })), pauseMs);
    setTimeout(() => {
      write(chunk({}, 'stop'));
      response.end('data: [DONE]\n\n');
    }, 2 * pauseMs);
  };

  it('is that to the first piece with something of the model’s in it, of an answer that is streamed', async () => {
    const { ask, received } = await clientOf(slow, { streams: true });
    const { firstTokenMs, latencyMs, exchange } = await ask();
    expect(firstTokenMs).toBeGreaterThan(pauseMs - 20);
    expect(firstTokenMs).toBeLessThan(latencyMs - pauseMs / 2);
    expect(exchange?.streamed).toBe(true);
    expect(received[0]?.body).toMatchObject({ stream: true });
  });

  it.each([
    ['reasoning', { reasoning_content: 'hm' }],
    ['a refusal', { refusal: 'no' }],
    ['a call', { tool_calls: [{ index: 0, id: 'c', function: { name: 'python' } }] }],
  ])('counts %s as one', async (_, delta) => {
    const { ask } = await clientOf(
      (_, response) => sendEvents(response, [chunk(delta), chunk({}, 'stop')]),
      { streams: true },
    );
    expect((await ask()).firstTokenMs).toEqual(expect.any(Number));
  });

  it('is unknown where the model wrote nothing, and where an answer comes whole', async () => {
    const empty = await clientOf((_, response) => sendEvents(response, [chunk({}, 'stop')]), {
      streams: true,
    });
    expect(await empty.ask()).toMatchObject({ firstTokenMs: null, exchange: { streamed: true } });
    const whole: Play = (_, response) => sendJson(response, completion('whole'));
    for (const streams of [true, false]) {
      const { ask } = await clientOf(whole, { streams });
      expect(await ask()).toMatchObject({ firstTokenMs: null, exchange: { streamed: false } });
    }
  });
});

describe('a stream that fails', () => {
  const half = [chunk({ content: 'def f(' })];

  it.each<[string, Play]>([
    ['ends without its last piece', (_, response) => sendEvents(response, half, { done: false })],
    ['is closed as if it were complete', (_, response) => sendEvents(response, half)],
    [
      'loses its connection',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${JSON.stringify(half[0])}\n\n`);
        setTimeout(() => response.destroy(), 20);
      },
    ],
    [
      'ends within a piece',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`data: ${JSON.stringify(half[0])}\n\ndata: {"choices": [{"del`);
      },
    ],
    ['is empty', (_, response) => sendEvents(response, [], { done: false })],
  ])('is no short answer when it %s', async (_, play) => {
    const { watch } = await clientOf(play);
    expect(await failureOf(watch().answer)).toMatchObject({
      code: 'MODEL_CONNECTION',
      fate: 'retryable',
      outcomeUnknown: true,
    });
  });

  it('by words of the endpoint in the middle says them', async () => {
    const error = { message: 'the engine died', code: 503 };
    const { watch } = await clientOf((_, response) => sendEvents(response, [...half, { error }]));
    const failure = await failureOf(watch().answer);
    expect(failure).toMatchObject({ code: 'MODEL_SERVER', fate: 'retryable' });
    expect(failure.message).toContain('the engine died');
  });

  it('by words without a number is nonsense, and tried again', async () => {
    const error = { message: 'the engine died', type: 'server_error' };
    const { watch } = await clientOf((_, response) => sendEvents(response, [...half, { error }]));
    const failure = await failureOf(watch().answer);
    expect(failure).toMatchObject({ code: 'MODEL_NONSENSE', fate: 'retryable' });
    expect(failure.message).toContain('the engine died');
  });

  it('by something that is no piece is nonsense', async () => {
    const { watch } = await clientOf((_, response) => sendEvents(response, ['what', ...half]));
    expect(await failureOf(watch().answer)).toMatchObject({ code: 'MODEL_NONSENSE' });
  });

  it.each([
    [429, 'MODEL_RATE_LIMIT'],
    [500, 'MODEL_SERVER'],
    [401, 'MODEL_AUTHENTICATION'],
  ])('with %d before its first piece fails as any call does', async (status, code) => {
    const { watch } = await clientOf((_, response) =>
      sendJson(response, { error: { message: 'no' } }, { status, headers: { 'retry-after': '2' } }),
    );
    expect(await failureOf(watch().answer)).toMatchObject({ code, status });
  });

  it('by a hang in the middle is a timeout', async () => {
    const { watch } = await clientOf(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${JSON.stringify(half[0])}\n\n`);
      },
      { timeoutMs: 150 },
    );
    expect(await failureOf(watch().answer)).toMatchObject({ code: 'MODEL_TIMEOUT' });
  });

  it('by our own cancellation ends the connection', async () => {
    const cancel = new AbortController();
    let closed = false;
    const { watch } = await clientOf((_, response) => {
      response.on('close', () => (closed = true));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(half[0])}\n\n`);
    });
    const { told, answer } = watch({}, cancel.signal);
    const failed = failureOf(answer);
    await eventually('the first piece is told', () => told.length > 0);
    cancel.abort();
    expect(await failed).toMatchObject({ code: 'MODEL_CANCELLED', outcomeUnknown: true });
    await eventually('the connection is closed', () => closed);
  });
});

describe('an endpoint that cannot stream', () => {
  const refusing =
    (member: string, param: string | undefined): Play =>
    ({ body }, response) => {
      if (body?.[member] !== undefined) {
        const message = `${member} is not supported`;
        return sendJson(response, { error: { param, message } }, { status: 400 });
      }
      if (isStream(body)) return sendEvents(response, [chunk({ content: 'ok' }, 'stop')]);
      return sendJson(response, completion('ok'));
    };

  it.each([
    ['stream', 'stream'],
    ['stream', undefined],
  ])('is asked without: %s, %s', async (member, param) => {
    const { watch, received } = await clientOf(refusing(member, param));
    expect((await watch().answer).text).toBe('ok');
    expect((await watch().answer).text).toBe('ok');
    expect(received.map(({ body }) => isStream(body))).toEqual([true, false, false]);
  });

  it.each(['stream_options', undefined])(
    'or cannot count tokens in a stream is asked for the stream alone: %s',
    async (param) => {
      const { watch, received } = await clientOf(refusing('stream_options', param));
      const { told, answer } = watch();
      expect((await answer).usage).toBeNull();
      expect(told).toEqual(['ok']);
      expect(received.map(({ body }) => isStream(body))).toEqual([true, true]);
    },
  );
});
