import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { readSettings } from '../../config/settings';
import { modelServerAddressFile, publishAddress } from '../../config/own-model-server';
import { stateFolder } from '../../config/state-folder';
import type { StateFolder } from '../../config/state-folder';
import { createModelClients } from '../../workers/model-clients';
import { cleanUp, scratchState } from '../engine/scratch-state';

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

describe('a model server of ours', () => {
  const own = { ...model, kind: 'simulated', logicalEndpoint: 'simulated:1' } as const;
  const serves = (folder: StateFolder, port: number): void => {
    const file = modelServerAddressFile(folder, own.logicalEndpoint);
    mkdirSync(dirname(file), { recursive: true });
    publishAddress(file, `http://127.0.0.1:${String(port)}/v1`);
  };

  it('is asked without a key, where it is now', async () => {
    const settings = readSettings({ ESPALIER_HOME: scratchState().root });
    const folder = stateFolder(settings);
    const clients = createModelClients(settings, folder, async () => null);
    await expect(clients(own, 'r')).rejects.toMatchObject({
      ...{ code: 'MODEL_SERVER_MISSING', fate: 'retryable' },
      message: 'no model server of ours serves simulated:1',
    });
    serves(folder, 4001);
    const first = await clients(own, 'r');
    expect(await clients(own, 'another')).toBe(first);
    serves(folder, 4002);
    expect(await clients(own, 'r')).not.toBe(first);
  });
});

test('a worker asks at the usual address where none is named, and a run by its own id', async () => {
  const usual = { ...model, logicalEndpoint: 'https://api.openai.com/v1' };
  const asked: string[] = [];
  const clients = createModelClients(
    readSettings({ OPENAI_API_KEY: 'sk-1' }),
    {} as StateFolder,
    async (run) => {
      asked.push(run);
      return null;
    },
  );
  await expect(clients(usual, 'r')).resolves.toHaveProperty('send');
  await expect(clients(model, 's')).rejects.toMatchObject({ code: 'ENDPOINT_NOT_CONFIGURED' });
  expect(asked).toEqual(['r', 's']);
});

test('a key that cannot be read is named, and waited for', async () => {
  const settings = readSettings({ OPENAI_API_KEY_FILE: '/no/such/key' });
  const clients = createModelClients(settings, {} as StateFolder, async () => null);
  await expect(clients(model, 'r')).rejects.toMatchObject({
    message: expect.stringContaining('/no/such/key') as string,
    remedy: expect.stringMatching(/; then it goes on by itself$/u) as string,
  });
});
