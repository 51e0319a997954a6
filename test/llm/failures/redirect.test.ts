import { redirectedFrom } from '../../../llm/failures/redirect';

const base = 'https://a.test/v1/chat/completions';
const moved = (location: string | null, status = 301) => redirectedFrom(status, location, base);

describe('an endpoint that redirects', () => {
  it('to its API elsewhere is answered with that base URL', () => {
    expect(moved('https://b.test/api/v1/chat/completions?token=secret')).toEqual({
      words: 'it redirects to https://b.test/api/v1/chat/completions',
      remedy: 'Set OPENAI_BASE_URL to https://b.test/api/v1',
    });
    expect(moved('/v2/models/')?.remedy).toBe('Set OPENAI_BASE_URL to https://a.test/v2');
  });

  it('to anything else is taken for a sign-in', () => {
    expect(moved('/login?return=/v1/models')).toEqual({
      words: 'it redirects to https://a.test/login',
      remedy: 'That is no address of the API (a sign-in?): check OPENAI_BASE_URL',
    });
  });

  it.each([
    [299, false],
    [300, true],
    [308, true],
    [399, true],
    [400, false],
  ])('does so with status %d: %s', (status, does) => {
    expect(moved('/login', status) !== null).toBe(does);
  });

  it.each([null, '', 'http://['])('does not without a target: %j', (location) => {
    expect(moved(location)).toBeNull();
  });
});
