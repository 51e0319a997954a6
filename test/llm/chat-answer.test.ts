import type { ModelClientOptions } from '../../llm/model-client';
import { clientOf, closeEndpoints } from '../fakes/client-under-test';
import { completion, sendJson, type Play } from '../fakes/http-endpoint';

afterEach(closeEndpoints);

describe('an answer', () => {
  const answering = async (body: unknown, options: Partial<ModelClientOptions> = {}) => {
    const { ask } = await clientOf((_, response) => sendJson(response, body), options);
    return ask();
  };

  it('has text, usage, cost and the time it took', async () => {
    const { ask } = await clientOf((_, response) => {
      setTimeout(() => sendJson(response, completion('def f(): ...')), 60);
    });
    const answer = await ask();
    expect(answer).toMatchObject({
      text: 'def f(): ...',
      finishReason: 'stop',
      usage: { promptTokens: 100, completionTokens: 20 },
      origin: null,
    });
    expect(answer.costUsd).toBeCloseTo((100 * 0.15 + 20 * 0.6) / 1e6, 12);
    expect(answer.latencyMs).toBeGreaterThanOrEqual(50);
    expect(answer.latencyMs).toBeLessThan(3_000);
  });

  it('has an unknown cost for an unknown model or without usage', async () => {
    const { ask } = await clientOf((_, response) => sendJson(response, completion('ok')));
    expect((await ask({ model: 'mine' })).costUsd).toBeNull();
    const without = await answering(completion('ok', { body: { usage: undefined } }));
    expect([without.usage, without.costUsd]).toEqual([null, null]);
  });

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['tool_calls', 'stop'],
    [null, 'stop'],
    ['content_filter', 'content-filter'],
  ])('that ended as %s is %s', async (finishReason, expected) => {
    const answer = await answering(completion('words', { finishReason }));
    expect(answer.finishReason).toBe(expected);
    expect(answer.text).toBe(expected === 'content-filter' ? '' : 'words');
  });

  it('that is a refusal is filtered, with empty text', async () => {
    const message = { refusal: 'I cannot help with that' };
    expect(await answering(completion(null, { message }))).toMatchObject({
      finishReason: 'content-filter',
      text: '',
      usage: { promptTokens: 100 },
    });
  });

  it('may be without content', async () => {
    expect((await answering(completion(null))).text).toBe('');
  });

  it('may come in parts', async () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    expect((await answering(completion(null, { message: { content } }))).text).toBe('ab');
  });

  it('has reasoning that came apart in front, as one closed block', async () => {
    const message = { reasoning_content: 'first </think> then' };
    expect((await answering(completion('reply', { message }))).text).toBe(
      '<think>\nfirst  then\n</think>\nreply',
    );
  });

  it('has reasoning only once', async () => {
    const message = { reasoning_content: 'x' };
    const text = '<think>x</think>reply';
    expect((await answering(completion(text, { message }))).text).toBe(text);
  });

  it('of our own server has an origin and costs nothing', async () => {
    const espalier = { rule: 'recorded-repair', distinct: 4, repeated: false, more: 'later' };
    const body = completion('ok', { body: { espalier } });
    const own = await answering(body, { ownServer: true });
    expect(own.origin).toEqual({ rule: 'recorded-repair', distinct: 4, repeated: false });
    expect(own.costUsd).toBe(0);
    expect((await answering(body)).origin).toBeNull();
  });

  it('of our own server with an origin of a later kind is still an answer', async () => {
    const body = completion('ok', { body: { espalier: { rule: 'dreamt' } } });
    expect(await answering(body, { ownServer: true })).toMatchObject({ text: 'ok', origin: null });
  });

  it.each([
    [400, { code: 'context_length_exceeded', message: 'too long' }, 'context-length'],
    [400, { code: 'content_filter', message: 'filtered' }, 'content-filter'],
  ])('may be a refusal by status %d: %j', async (status, error, finishReason) => {
    const { ask } = await clientOf((_, response) => sendJson(response, { error }, { status }));
    expect(await ask()).toMatchObject({ finishReason, text: '', usage: null, costUsd: 0 });
  });

  it('that is a refusal has no known cost where nobody knows what the model costs; of our own server it is 0', async () => {
    const error = { code: 'context_length_exceeded', message: 'too long' };
    const costOf = async (ownServer: boolean) => {
      const play: Play = (_, response) => sendJson(response, { error }, { status: 400 });
      const { ask } = await clientOf(play, { ownServer });
      return (await ask({ model: 'somebodys-model' })).costUsd;
    };
    expect([await costOf(false), await costOf(true)]).toEqual([null, 0]);
  });

  it('is read whatever content type it has', async () => {
    const { ask } = await clientOf((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end(JSON.stringify(completion('ok')));
    });
    expect((await ask()).text).toBe('ok');
  });
});
