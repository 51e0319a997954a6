import { latencyOf } from '../../../llm/simulated/chat-handler';
import type { ModelServer, ModelServerOptions } from '../../../llm/simulated/server';
import { bundledServer, chat, chatBody, espalierHeaders, post, withIdentity } from './chat-calls';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(options: Partial<ModelServerOptions>): Promise<ModelServer> {
  server = await bundledServer(options);
  return server;
}

describe('transport faults', () => {
  it('answer 429 with Retry-After in both forms, then let the retry through', async () => {
    const target = await serve({
      transportFaults: { rate429: 1, retryAfterMs: 1500, firstArrivals: 1 },
    });
    const first = await post(target, withIdentity('a'));
    expect(first.status).toBe(429);
    expect(first.headers.get('retry-after')).toBe('2');
    expect(first.headers.get('retry-after-ms')).toBe('1500');
    expect(await first.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
    expect((await post(target, withIdentity('a'))).status).toBe(200);
    expect(target.log().map(({ status, arrival }) => [status, arrival])).toEqual([
      [429, 1],
      [200, 2],
    ]);
  });

  it('answer 500 in the form of an OpenAI error', async () => {
    const target = await serve({ transportFaults: { rate500: 1 } });
    const response = await post(target);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      error: { type: 'server_error', code: 'internal_error' },
    });
    expect(target.log().map(({ status }) => status)).toEqual([500]);
  });

  it('close the connection without an answer, which the log shows as unanswered', async () => {
    const target = await serve({ transportFaults: { rateDrop: 1, firstArrivals: 1 } });
    await expect(post(target, withIdentity('d'))).rejects.toThrow();
    expect((await post(target, withIdentity('d'))).status).toBe(200);
    expect(target.log()).toMatchObject([
      { identity: 'd', arrival: 1, answered: null, status: null },
      { identity: 'd', arrival: 2, status: 200 },
    ]);
  });

  it('hang for as long as was asked, and then close the connection', async () => {
    const target = await serve({ transportFaults: { rateHang: 1, hangMs: 150 } });
    const started = Date.now();
    await expect(post(target)).rejects.toThrow();
    expect(Date.now() - started).toBeGreaterThanOrEqual(140);
  });

  it('hit the same requests after a restart and in another order', async () => {
    const options = { transportFaults: { rate500: 0.5 } };
    const ids = Array.from({ length: 40 }, (_, index) => withIdentity(`id-${String(index)}`));
    const statusOf = async (target: ModelServer, headers: (typeof ids)[number]) =>
      (await post(target, headers)).status;
    const first = await bundledServer(options);
    const statuses: number[] = [];
    for (const headers of ids) statuses.push(await statusOf(first, headers));
    await first.close();
    const second = await serve(options);
    const again = await Promise.all([...ids].reverse().map((headers) => statusOf(second, headers)));
    expect(again.reverse()).toEqual(statuses);
    expect(new Set(statuses)).toEqual(new Set([200, 500]));
  });
});

describe('content faults', () => {
  const schema = { type: 'json_schema', json_schema: { name: 'x', schema: {} } };
  const asJson = { ...chatBody, response_format: schema };
  const thinker = { ...espalierHeaders, 'x-espalier-role': 'thinker-strategies' };

  it('refuse in prose, and in the field for it where a schema is given', async () => {
    const target = await serve({ settings: { contentFaults: { refusal: 1 } } });
    const [prose] = (await chat(target)).choices;
    expect(prose?.message.content).toMatch(/sorry/);
    const [field] = (await chat(target, thinker, asJson)).choices;
    expect(field?.message).toMatchObject({
      content: null,
      refusal: expect.stringMatching(/sorry/) as string,
    });
  });

  it('break the JSON, or leave the code out', async () => {
    const target = await serve({ settings: { contentFaults: { malformed: 1 } } });
    const json = (await chat(target, thinker, asJson)).choices[0]?.message.content ?? '';
    expect(() => JSON.parse(json) as unknown).toThrow();
    expect((await chat(target)).choices[0]?.message.content).not.toContain('```');
  });

  it('cut an answer off and say so', async () => {
    const target = await serve({ settings: { contentFaults: { cutOff: 1 } } });
    const [choice] = (await chat(target)).choices;
    expect(choice?.finish_reason).toBe('length');
    expect(choice?.message.content).not.toMatch(/```$/);
  });

  it('answer without any choice', async () => {
    const target = await serve({ settings: { contentFaults: { emptyChoices: 1 } } });
    expect((await chat(target)).choices).toEqual([]);
  });

  it('hit the same requests each time they come, and change the logical endpoint', async () => {
    const target = await serve({ settings: { contentFaults: { refusal: 0.5 } } });
    const refused = async (index: number) =>
      (
        await chat(target, withIdentity(`id-${String(index)}`))
      ).choices[0]?.message.content?.includes('sorry');
    const first = await Promise.all(Array.from({ length: 30 }, (_, index) => refused(index)));
    const again = await Promise.all(Array.from({ length: 30 }, (_, index) => refused(index)));
    expect(again).toEqual(first);
    expect(new Set(first)).toEqual(new Set([true, false]));
    expect(target.logicalEndpoint).toContain('"contentFaults":{"refusal":0.5}');
  });
});

describe('latency', () => {
  it('is added to every answer', async () => {
    const target = await serve({ latencyMs: 60, jitterMs: 60 });
    for (const identity of ['a', 'b', 'c']) {
      const started = Date.now();
      await chat(target, withIdentity(identity));
      expect(Date.now() - started).toBeGreaterThanOrEqual(55);
    }
    expect(target.logicalEndpoint).not.toMatch(/latency|jitter/);
  });

  it('has a jitter that the identity decides', () => {
    const given = { latencyMs: 50, jitterMs: 600 };
    const all = Array.from({ length: 20 }, (_, index) => latencyOf(given, `id-${String(index)}`));
    expect(all).toEqual(all.map((_, index) => latencyOf(given, `id-${String(index)}`)));
    expect(new Set(all).size).toBeGreaterThan(15);
    expect(Math.min(...all)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...all)).toBeLessThan(650);
    expect(Math.max(...all) - Math.min(...all)).toBeGreaterThan(300);
  });

  it('answers a quick request before a slow one that was sent earlier', async () => {
    const given = { latencyMs: 0, jitterMs: 2_000 };
    const ids = Array.from({ length: 20 }, (_, index) => `id-${String(index)}`).sort(
      (one, other) => latencyOf(given, one) - latencyOf(given, other),
    );
    const [quick = '', slow = ''] = [ids[0], ids.at(-1)];
    const target = await serve({ jitterMs: 2_000 });
    const ended: string[] = [];
    const ask = async (identity: string) => {
      await chat(target, withIdentity(identity));
      ended.push(identity);
    };
    await Promise.all([ask(slow), ask(quick)]);
    expect(ended).toEqual([quick, slow]);
  });

  it('keeps no request waiting behind another one', async () => {
    const target = await serve({ latencyMs: 1_000 });
    const started = Date.now();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => chat(target, withIdentity(String(index)))),
    );
    expect(Date.now() - started).toBeLessThan(10_000);
  });

  it('comes between the pieces of a stream, which is logged as answered before the first', async () => {
    const target = await serve({ chunkMs: 60_000 });
    const response = await post(target, espalierHeaders, { ...chatBody, stream: true });
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? '').toString()).toMatch(
      /^data: {[^\n]*"role":"assistant"[^\n]*\n\n$/,
    );
    expect(target.log()).toMatchObject([{ status: 200 }]);
    await reader?.cancel();
  });

  it('does not hold up the end of the server', async () => {
    const target = await bundledServer({ latencyMs: 60_000 });
    const waiting = post(target).catch(() => 'closed');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await target.close();
    expect(await waiting).toBe('closed');
    expect(target.log()).toMatchObject([{ answered: null, status: null }]);
  });

  it('is not logged as answered to a client that has gone away meanwhile', async () => {
    const target = await serve({ latencyMs: 150 });
    const signal = AbortSignal.timeout(50);
    const gone = fetch(`${target.url}/v1/chat/completions`, {
      method: 'POST',
      headers: espalierHeaders,
      body: JSON.stringify(chatBody),
      signal,
    });
    await expect(gone).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(target.log()).toMatchObject([{ answered: null, status: null }]);
  });
});
