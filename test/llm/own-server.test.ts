import type { ModelAnswer, ModelRequest } from '../../core/schemas/model';
import { textOfAnswer } from '../../core/replies/text-of-answer';
import { checkEndpoint } from '../../llm/check-endpoint';
import type { ModelError } from '../../llm/failures/errors';
import { createModelClient } from '../../llm/model-client';
import { requestIdentity } from '../../llm/request-identity';
import type { ModelServer, ModelServerOptions } from '../../llm/simulated/server';
import { modelRequest } from '../../laboratory/fakes/model-requests';
import { untimed } from '../fakes/client-under-test';
import { bundledServer } from './simulated/chat-calls';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** The real client at our real model server. */
async function asker(options: Partial<ModelServerOptions> = {}, timeoutMs = 30_000) {
  const started = await bundledServer(options);
  server = started;
  const { baseUrl, logicalEndpoint } = started;
  const client = createModelClient({ baseUrl, apiKey: null, timeoutMs, ownServer: true });
  const ask = (changes: Partial<ModelRequest> = {}): Promise<ModelAnswer> => {
    const request = modelRequest({ logicalEndpoint, model: 'simulated', ...changes });
    const context = { problem: 'Bundled/0', role: 'solver' } as const;
    return client.send(request, { identity: requestIdentity(request), context });
  };
  return { started, ask };
}

const failure = (asked: Promise<ModelAnswer>): Promise<ModelError> =>
  asked.then(
    () => Promise.reject(new Error('the call was answered')),
    (error: unknown) => error as ModelError,
  );

describe('the client at our own model server', () => {
  it('is told a program, its origin, its usage and a cost of zero', async () => {
    const { ask } = await asker();
    const answer = await ask();
    expect(answer.text).toContain('def ');
    expect(answer).toMatchObject({ finishReason: 'stop', costUsd: 0, origin: { rule: 'draw' } });
    expect(answer.usage?.completionTokens).toBeGreaterThan(0);
  });

  it('leaves its identity in the log, once', async () => {
    const { started, ask } = await asker();
    await ask();
    const identity = requestIdentity(
      modelRequest({ logicalEndpoint: started.logicalEndpoint, model: 'simulated' }),
    );
    expect(started.log().map((entry) => entry.identity)).toEqual([identity]);
  });

  it.each([[[]], [['execute_code'] as const]])(
    'is told the same streamed and whole, a tool call or a fence: %j',
    async (tools) => {
      const turns = [
        { say: 'Add', replies: [{ text: 'I add ä.', code: 'print(1 + 1)\n'.repeat(20) }] },
      ];
      server = await bundledServer({ script: { turns, sha256: 'c'.repeat(64) } });
      const { baseUrl, logicalEndpoint } = server;
      const client = createModelClient({
        baseUrl,
        apiKey: null,
        timeoutMs: 30_000,
        ownServer: true,
      });
      const request = modelRequest({
        logicalEndpoint,
        messages: [{ role: 'user', content: 'Add' }],
        parameters: { tools },
      });
      const context = { problem: 'chat', role: 'interpreter' } as const;
      const options = { identity: requestIdentity(request), context };
      let told = '';
      const onText = (piece: string): void => void (told += piece);
      const streamed = await client.send(request, { ...options, onText });
      const whole = await client.send(request, options);
      expect(untimed(streamed)).toEqual(untimed(whole));
      expect(streamed.toolCall !== undefined).toBe(tools.length > 0);
      expect(streamed).toMatchObject({ costUsd: 0, origin: { rule: 'canned' } });
      expect(told.replace(/\n+```$/, '\n```')).toBe(textOfAnswer(whole));
    },
  );

  it('finds it ready', async () => {
    const { started } = await asker();
    const { baseUrl } = started;
    await checkEndpoint({ baseUrl, apiKey: null, models: ['simulated'] });
  });

  it.each([
    ['rate429', { rate429: 1, retryAfterMs: 1500 }, 'MODEL_RATE_LIMIT', 1_500, false],
    ['rate500', { rate500: 1 }, 'MODEL_SERVER', undefined, false],
    ['rateHang', { rateHang: 1 }, 'MODEL_TIMEOUT', undefined, true],
    ['rateDrop', { rateDrop: 1 }, 'MODEL_CONNECTION', undefined, true],
  ] as const)('takes the fault %s for what it is', async (...expected) => {
    const [, transportFaults, code, retryAfterMs, outcomeUnknown] = expected;
    const { ask } = await asker({ transportFaults }, code === 'MODEL_TIMEOUT' ? 400 : 30_000);
    const error = await failure(ask());
    expect(error).toMatchObject({ code, fate: 'retryable', outcomeUnknown });
    expect(error.retryAfterMs).toBe(retryAfterMs);
  });

  it('takes a refusal for a filtered answer where it is told apart from prose', async () => {
    const { ask } = await asker({ settings: { contentFaults: { refusal: 1 } } });
    const format = { name: 'list', schema: { type: 'object' } };
    expect(await ask({ parameters: { format } })).toMatchObject({
      finishReason: 'content-filter',
      text: '',
    });
    expect((await ask()).finishReason).toBe('stop');
  });

  it('takes an answer that was cut off for one', async () => {
    const { ask } = await asker({ settings: { contentFaults: { cutOff: 1 } } });
    expect((await ask()).finishReason).toBe('length');
  });

  it('takes an answer without choices for nonsense', async () => {
    const { ask } = await asker({ settings: { contentFaults: { emptyChoices: 1 } } });
    expect(await failure(ask())).toMatchObject({ code: 'MODEL_NONSENSE', fate: 'retryable' });
  });
});
