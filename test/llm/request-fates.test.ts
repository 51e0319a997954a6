import type { RequestFate } from '../../core/adapters/model';
import { createModelClient } from '../../llm/model-client';
import { clientOf, closeEndpoints, context, identity, key } from '../fakes/client-under-test';
import { completion, freePort, sendJson } from '../fakes/http-endpoint';
import type { Play } from '../fakes/http-endpoint';
import { modelRequest } from '../../laboratory/fakes/model-requests';

afterEach(closeEndpoints);

/** What is told of each request of one question, as runs count what was sent again. */
async function fatesAt(baseUrl: string, timeoutMs = 2_000): Promise<readonly RequestFate[]> {
  const fates: RequestFate[] = [];
  const client = createModelClient({ baseUrl, apiKey: key, timeoutMs, ownServer: false });
  const onRequest = (fate: RequestFate): void => void fates.push(fate);
  await client.send(modelRequest(), { identity, context, onRequest }).catch(() => undefined);
  return fates;
}

const fatesOf = async (play: Play, timeoutMs?: number): Promise<readonly RequestFate[]> =>
  fatesAt((await clientOf(play)).baseUrl, timeoutMs);

describe('of a request it is told', () => {
  it.each([
    ['a refused connection', async () => `http://127.0.0.1:${String(await freePort())}/v1`],
    ['a host without an address', async () => 'http://no-such-host.invalid/v1'],
    [
      'a TLS handshake with a port that speaks plain http',
      async () => (await clientOf(() => undefined)).baseUrl.replace('http:', 'https:'),
    ],
  ])('that it was not sent, of %s', async (_, address) => {
    expect(await fatesAt(await address(), 5_000)).toEqual(['unsent']);
  });

  it('that it was received, of an answer and of a refusal', async () => {
    const answer: Play = (_, response) => sendJson(response, completion('ok'));
    expect(await fatesOf(answer)).toEqual(['answered']);
    const trouble: Play = (_, response) => sendJson(response, {}, { status: 500 });
    expect(await fatesOf(trouble)).toEqual(['answered']);
  });

  it('that it may have been received, of one without an answer in time, or whose connection was cut', async () => {
    expect(await fatesOf(() => undefined, 150)).toEqual(['unknown']);
    expect(await fatesOf((_, response) => void response.socket?.destroy())).toEqual(['unknown']);
  });

  it('each by itself, where a part that was refused is left out of a second one', async () => {
    let asked = 0;
    const error = { message: 'seed is not supported', param: 'seed' };
    const play: Play = (_, response) => {
      asked += 1;
      if (asked === 1) sendJson(response, { error }, { status: 400 });
      else sendJson(response, completion('ok'));
    };
    expect(await fatesOf(play)).toEqual(['answered', 'answered']);
  });
});
