import { readSettings } from '../../config/settings';
import type { StateFolder } from '../../config/state-folder';
import { createModelClients } from '../../workers/model-clients';

const model = { kind: 'endpoint', name: 'm', logicalEndpoint: 'https://a.test/v1' } as const;

/** Whether a worker with these variables asks the model of a run that has moved, or not. */
async function clientOf(environment: Readonly<Record<string, string>>, movedTo: string | null) {
  const settings = readSettings({ OPENAI_API_KEY: 'sk-1', ...environment });
  return createModelClients(settings, {} as StateFolder, async () => movedTo)(model, 'r');
}

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
      message: `this worker has no key for ${movedTo ?? a}`,
      fate: 'pauses-run',
    });
  });
});
