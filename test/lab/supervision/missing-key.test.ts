import { readSettings } from '../../../config/settings';
import { missingKey } from '../../../lab/supervision/missing-key';
import { onEndpoint, simulated } from '../services/services-under-test';

const missing = (settings: Readonly<Record<string, string>>, model = onEndpoint) =>
  missingKey(readSettings(settings), model);

const there = 'http://model.test/v1';
const none = `there is none here for ${there}; OPENAI_API_KEY_FILE may name a file with it`;

describe('the key of a run', () => {
  it('is here when the settings have one for its endpoint', async () => {
    expect(await missing({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: there })).toBeNull();
  });

  it('is missing without a key, and with one for another endpoint, the usual one included', async () => {
    expect(await missing({ OPENAI_BASE_URL: there })).toBe(none);
    expect(await missing({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://b.test/v1' })).toBe(none);
    expect(await missing({ OPENAI_API_KEY: 'k' })).toBe(none);
    const usual = { ...onEndpoint, logicalEndpoint: 'https://api.openai.com/v1' };
    expect(await missing({ OPENAI_API_KEY: 'k' }, usual)).toBeNull();
  });

  it('is missing when its file cannot be read, which is said', async () => {
    const settings = { OPENAI_API_KEY_FILE: '/no/such/file', OPENAI_BASE_URL: there };
    expect(await missing(settings)).toContain('/no/such/file');
  });

  it('is not needed where no endpoint is asked', async () => {
    expect(await missing({}, simulated)).toBeNull();
    expect(await missing({ OPENAI_API_KEY_FILE: '/no/such/file' }, simulated)).toBeNull();
  });
});
