import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readSettings } from '../../config/settings';
import { stateFolder, type StateFolder } from '../../config/state-folder';
import { modelServerAddressFile, publishAddress } from '../../config/own-model-server';
import { callUse, modelRequest } from '../../laboratory/fakes/model-requests';
import { defaultBaseUrl, requestIdentity } from '../../llm';
import { createModelClients } from '../../workers/model-clients';
import { cleanUp, scratchState } from '../engine/scratch-state';
import { completion, sendJson, startEndpoint } from '../fakes/http-endpoint';

const model = { kind: 'endpoint', name: 'm', logicalEndpoint: 'https://a.test/v1' } as const;

/** Whether a worker with these variables asks the model of a run that has moved, or not. */
async function clientOf(environment: Readonly<Record<string, string>>, movedTo: string | null) {
  const settings = readSettings({ OPENAI_API_KEY: 'sk-1', ...environment });
  return createModelClients(settings, {} as StateFolder, async () => movedTo)(model, 'r');
}

afterEach(() => cleanUp([]));

describe('the key of a worker', () => {
  const [a, b] = ['https://a.test/v1', 'https://b.test/v1'];

  it('goes to the address of the run, and of one that has moved to the new one alone', async () => {
    await expect(clientOf({ OPENAI_BASE_URL: a }, null)).resolves.toHaveProperty('send');
    await expect(clientOf({ OPENAI_BASE_URL: b }, b)).resolves.toHaveProperty('send');
  });

  it.each([
    [a, b],
    [b, null],
  ])('goes nowhere else: OPENAI_BASE_URL=%s, moved to %s', async (url, movedTo) => {
    await expect(clientOf({ OPENAI_BASE_URL: url }, movedTo)).rejects.toMatchObject({
      code: 'ENDPOINT_NOT_CONFIGURED',
      message: expect.stringContaining(`none here for ${movedTo ?? a};`) as string,
      fate: 'pauses-run',
    });
  });

  it('is for the usual endpoint where no other is named', async () => {
    const usual = { ...model, logicalEndpoint: defaultBaseUrl };
    const clients = createModelClients(
      readSettings({ OPENAI_API_KEY: 'sk-1' }),
      {} as StateFolder,
      async () => null,
    );
    await expect(clients(usual, 'r')).resolves.toHaveProperty('send');
    await expect(clients(model, 'r')).rejects.toMatchObject({ code: 'ENDPOINT_NOT_CONFIGURED' });
  });

  it('pauses the run where there is none, or its file cannot be used, and says what then happens', async () => {
    const failureWith = (variables: Readonly<Record<string, string>>) => {
      const settings = readSettings({ OPENAI_BASE_URL: a, ...variables });
      return createModelClients(
        settings,
        {} as StateFolder,
        async () => null,
      )(model, 'r').then(
        () => null,
        (error: unknown) => error,
      );
    };
    expect(await failureWith({})).toMatchObject({
      code: 'ENDPOINT_NOT_CONFIGURED',
      remedy: expect.stringContaining('run resume RUN') as string,
    });
    expect(await failureWith({ OPENAI_API_KEY_FILE: '/nowhere/key' })).toMatchObject({
      code: 'ENDPOINT_NOT_CONFIGURED',
      message: expect.stringContaining('/nowhere/key') as string,
      remedy: expect.stringMatching(/; then it goes on by itself$/) as string,
    });
  });

  it('is asked about the run itself', async () => {
    const asked: string[] = [];
    const clients = createModelClients(
      readSettings({ OPENAI_API_KEY: 'sk-1', OPENAI_BASE_URL: a }),
      {} as StateFolder,
      async (run) => {
        asked.push(run);
        return null;
      },
    );
    await clients(model, 'some-run');
    expect(asked).toEqual(['some-run']);
  });

  it('is what its file holds now, and another client is made for another key', async () => {
    const file = join(scratchState().root, 'key');
    const settings = readSettings({ OPENAI_BASE_URL: a, OPENAI_API_KEY_FILE: file });
    const clients = createModelClients(settings, {} as StateFolder, async () => null);
    await expect(clients(model, 'r')).rejects.toMatchObject({ fate: 'pauses-run' });
    writeFileSync(file, 'sk-1', { mode: 0o600 });
    const first = await clients(model, 'r');
    expect(await clients(model, 'r')).toBe(first);
    writeFileSync(file, 'sk-2');
    expect(await clients(model, 'r')).not.toBe(first);
  });
});

describe('a request of a worker', () => {
  /** The parts of one request that an endpoint receives, ours or another. */
  async function requestTo(kind: 'endpoint' | 'simulated', variables: Record<string, string> = {}) {
    const endpoint = await startEndpoint((_, response) => {
      sendJson(response, completion('ok'));
    });
    try {
      const { root, processes } = scratchState();
      mkdirSync(processes);
      const settings = readSettings({
        ...{ ESPALIER_HOME: root, OPENAI_BASE_URL: endpoint.baseUrl, OPENAI_API_KEY: 'sk-1' },
        ...variables,
      });
      const folder = stateFolder(settings);
      const own = { kind, name: 'm', logicalEndpoint: 'simulated:x' } as const;
      publishAddress(modelServerAddressFile(folder, own.logicalEndpoint), endpoint.baseUrl);
      const asked = kind === 'simulated' ? own : { ...own, logicalEndpoint: endpoint.baseUrl };
      const clients = createModelClients(settings, folder, async () => null);
      const { send } = await clients(asked, 'r');
      const request = modelRequest();
      await send(request, { identity: requestIdentity(request), context: callUse().context });
      const [received] = endpoint.received;
      return {
        streams: received?.body?.['stream'] === true,
        key: received?.headers.authorization,
        role: received?.headers['x-espalier-role'],
      };
    } finally {
      await endpoint.close();
    }
  }

  it('to an endpoint has the key, and asks for pieces unless it is told not to', async () => {
    expect(await requestTo('endpoint')).toEqual({ streams: true, key: 'Bearer sk-1' });
    expect(await requestTo('endpoint', { ESPALIER_STREAM: '0' })).toMatchObject({ streams: false });
  });

  it('to our own server has no key of anybody, says whose it is, and asks for pieces where it is told to', async () => {
    expect(await requestTo('simulated')).toEqual({
      ...{ streams: false, key: 'Bearer none', role: expect.any(String) as string },
    });
    expect(await requestTo('simulated', { ESPALIER_STREAM: '1' })).toMatchObject({ streams: true });
  });

  it('is given up after the time of the settings', async () => {
    const endpoint = await startEndpoint(() => undefined);
    const settings = readSettings({
      ...{ OPENAI_BASE_URL: endpoint.baseUrl, OPENAI_API_KEY: 'sk-1' },
      ESPALIER_MODEL_TIMEOUT_MS: '40',
    });
    const asked = { ...model, logicalEndpoint: endpoint.baseUrl };
    const { send } = await createModelClients(
      settings,
      {} as StateFolder,
      async () => null,
    )(asked, 'r');
    const request = modelRequest();
    const use = { identity: requestIdentity(request), context: callUse().context };
    try {
      await expect(send(request, use)).rejects.toMatchObject({
        code: 'MODEL_TIMEOUT',
        message: expect.stringContaining('within 40 ms') as string,
      });
    } finally {
      await endpoint.close();
    }
  });

  it('goes through the proxy of the settings', async () => {
    const proxy = await startEndpoint((_, response) => {
      sendJson(response, completion('ok'));
    });
    const settings = readSettings({
      ...{ OPENAI_BASE_URL: 'http://models.test/v1', OPENAI_API_KEY: 'sk-1' },
      http_proxy: proxy.baseUrl.replace('/v1', ''),
    });
    const asked = { ...model, logicalEndpoint: 'http://models.test/v1' };
    const { send } = await createModelClients(
      settings,
      {} as StateFolder,
      async () => null,
    )(asked, 'r');
    const request = modelRequest();
    try {
      await send(request, { identity: requestIdentity(request), context: callUse().context });
      expect(proxy.received.map(({ path }) => path)).toEqual([
        'http://models.test/v1/chat/completions',
      ]);
    } finally {
      await proxy.close();
    }
  });

  it('to a server of ours that was never started waits for it', async () => {
    const settings = readSettings({ ESPALIER_HOME: scratchState().root });
    const clients = createModelClients(settings, stateFolder(settings), async () => null);
    const own = { kind: 'simulated', name: 'm', logicalEndpoint: 'simulated:x' } as const;
    await expect(clients(own, 'r')).rejects.toMatchObject({
      code: 'MODEL_SERVER_MISSING',
      fate: 'retryable',
      message: expect.stringContaining('simulated:x') as string,
    });
  });
});
