import { logicalEndpoint, parseBaseUrl } from '../../llm/logical-endpoint';

describe('the logical endpoint of a base URL', () => {
  it.each([
    ['https://api.openai.com/v1/', 'https://api.openai.com/v1'],
    ['https://API.OpenAI.com:443/v1//', 'https://api.openai.com/v1'],
    ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
    ['https://user:hunter22@gate.test/v1', 'https://gate.test/v1'],
    ['https://gate.test/v1?api-key=hunter22&x=1', 'https://gate.test/v1'],
    ['https://a.test/d?b=1&api-version=2024-06-01#part', 'https://a.test/d?api-version=2024-06-01'],
  ])('of %s is %s', (baseUrl, expected) => {
    expect(logicalEndpoint(baseUrl)).toBe(expected);
  });

  it('keeps everything that must be sent, and lists what must not be shown', () => {
    const address = parseBaseUrl('https://us%40er:p%2Fw@gate.test/v1?api-key=hunter22');
    expect(address.url).toBe('https://gate.test/v1');
    expect(address.query).toEqual({ 'api-key': 'hunter22' });
    expect(address.authorization).toBe(`Basic ${Buffer.from('us@er:p/w').toString('base64')}`);
    expect(address.secrets).toEqual(expect.arrayContaining(['us@er', 'p/w', 'p%2Fw', 'hunter22']));
  });

  it.each(['', 'api.openai.com/v1', 'localhost:8000/v1', 'ftp://x/v1', 'file:///etc/passwd'])(
    'refuses %j with a remedy and without repeating it',
    (baseUrl) => {
      let refusal: unknown;
      try {
        logicalEndpoint(baseUrl);
      } catch (error) {
        refusal = error;
      }
      expect(refusal).toMatchObject({
        code: 'BAD_BASE_URL',
        exitCode: 2,
        remedy: expect.stringContaining('OPENAI_BASE_URL') as string,
      });
    },
  );

  it('does not repeat a password from an address that it refuses', () => {
    expect(() => logicalEndpoint('htps://user:hunter22@x/v1')).toThrow(/^(?!.*hunter22)/);
  });
});
