import { proxyFor } from '../../config/proxy-for';

const proxy = 'http://me:word@proxy.example:3128';
const https = 'https://api.example/v1';

describe('the proxy on the way to an address', () => {
  it('is the one of its protocol, by either case of the name, the lower one first', () => {
    const settings = { http_proxy: 'http://lower:1', HTTP_PROXY: 'http://upper:1' };
    expect(proxyFor(settings, 'http://api.example/v1')?.shown).toBe('http://lower:1');
    expect(proxyFor(settings, https)).toBeNull();
    expect(proxyFor({ HTTPS_PROXY: proxy }, https)).toEqual({
      url: `${proxy}/`,
      shown: 'http://proxy.example:3128',
      variable: 'HTTPS_PROXY',
    });
  });

  it.each([
    'http://127.0.0.1:8000/v1',
    'http://localhost:8000/v1',
    'http://model.localhost/v1',
    'http://[::1]:8000/v1',
    'http://0.0.0.0:8000/v1',
  ])('is none on the way to this machine: %s', (address) => {
    expect(proxyFor({ http_proxy: proxy }, address)).toBeNull();
  });

  it.each([
    ['*', https],
    ['api.example', https],
    ['.example', https],
    ['*.example', https],
    ['example', https],
    ['other.test, API.EXAMPLE', https],
    ['api.example:443', https],
    ['10.1.2.3', 'https://10.1.2.3/v1'],
    ['10.0.0.0/8', 'https://10.1.2.3/v1'],
    ['fd00::/8', 'https://[fd00::1]/v1'],
    ['fd00::1', 'https://[fd00::1]/v1'],
  ])('is none where NO_PROXY=%s names it', (list, address) => {
    expect(proxyFor({ https_proxy: proxy, NO_PROXY: list }, address)).toBeNull();
    expect(proxyFor({ https_proxy: proxy, no_proxy: list }, address)).toBeNull();
  });

  it.each(['pi.example', 'ample', 'api.example:8443', '10.0.0.0/8', 'not/a/network', ','])(
    'stands where NO_PROXY=%s names something else',
    (list) => {
      expect(proxyFor({ https_proxy: proxy, no_proxy: list }, https)).not.toBeNull();
    },
  );

  it('may be said without a protocol', () => {
    expect(proxyFor({ https_proxy: 'proxy.example:3128' }, https)?.url).toBe(
      'http://proxy.example:3128/',
    );
  });

  it('that is of another kind is refused by the name of the variable, without its password', () => {
    const refused = (): unknown => proxyFor({ https_proxy: 'socks5://me:word@s:1' }, https);
    expect(refused).toThrow('environment variable https_proxy names no http or https proxy');
    expect(proxyFor({ https_proxy: 'socks5://s:1' }, 'http://api.example')).toBeNull();
  });

  it('is none for what is asked in another way', () => {
    expect(proxyFor({ https_proxy: proxy }, 'git@host.example:a/b.git')).toBeNull();
    expect(proxyFor({ https_proxy: proxy }, 'ssh://host.example/a')).toBeNull();
  });
});
