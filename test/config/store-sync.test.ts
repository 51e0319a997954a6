import { readSettings } from '../../config/settings';
import { storeSync } from '../../config/store-sync';

describe('how safely the store is written', () => {
  const of = (environment: Record<string, string>) => storeSync(readSettings(environment));

  it('is such that a loss of power loses nothing where a real endpoint may be asked', () => {
    expect(of({})).toBe('normal');
    expect(of({ OPENAI_API_KEY: 'k' })).toBe('full');
    expect(of({ OPENAI_API_KEY_FILE: '/not/there/yet' })).toBe('full');
  });

  it('is what was said, in any case', () => {
    expect(of({ ESPALIER_STORE_SYNC: 'full' })).toBe('full');
    expect(of({ ESPALIER_STORE_SYNC: 'normal', OPENAI_API_KEY: 'k' })).toBe('normal');
  });
});
