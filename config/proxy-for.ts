import { BlockList, isIP } from 'node:net';

import { UsageError } from '../core/errors/errors';
import { isLoopback } from '../core/values/loopback';
import type { Settings } from './settings';

export interface Proxy {
  /** May hold credentials: to be sent, never shown. */
  readonly url: string;
  /** Without credentials. */
  readonly shown: string;
  readonly variable: string;
}

/** Of two names for the same, the first stands: the lower-case one, as curl has it. */
const variables = {
  'http:': ['http_proxy', 'HTTP_PROXY'],
  'https:': ['https_proxy', 'HTTPS_PROXY'],
} as const;

/** All that decides which proxy an address is asked through. */
export const proxyVariables = [
  ...variables['http:'],
  ...variables['https:'],
  'no_proxy',
  'NO_PROXY',
] as const satisfies readonly (keyof Settings)[];

type ProxySettings = Pick<Settings, (typeof proxyVariables)[number]>;

function isAsked(protocol: string): protocol is keyof typeof variables {
  return protocol in variables;
}

/**
 * The proxy for an http or https address; null: asked directly (as this machine always is), or of another kind.
 * @throws UsageError (`BAD_PROXY`) when the variable that applies names no http or https proxy
 */
export function proxyFor(settings: ProxySettings, address: string): Proxy | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !isAsked(url.protocol)) return null;
  const variable = variables[url.protocol].find((name) => settings[name] !== undefined);
  if (variable === undefined || isLoopback(url.hostname)) return null;
  if (isExcepted(settings.no_proxy ?? settings.NO_PROXY ?? '', url)) return null;
  return parsedProxy(variable, settings[variable] ?? '');
}

function parsedProxy(variable: string, value: string): Proxy {
  const text = value.includes('://') ? value : `http://${value}`;
  const proxy = URL.canParse(text) ? new URL(text) : null;
  if (proxy === null || !/^https?:$/.test(proxy.protocol)) {
    // The value is not repeated: it may hold a password.
    throw new UsageError(
      `environment variable ${variable} names no http or https proxy`,
      `Set it to something like http://proxy.example:3128, or unset it; NO_PROXY lists hosts that are asked directly`,
      { code: 'BAD_PROXY' },
    );
  }
  return { url: proxy.href, shown: `${proxy.protocol}//${proxy.host}`, variable };
}

/** Whether NO_PROXY names the host, a domain that it is in, or a network that it is in. */
function isExcepted(noProxy: string, url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const entries = noProxy.toLowerCase().split(/[\s,]+/);
  return entries.some((entry) => {
    if (entry === '*') return true;
    if (entry.includes('/')) return isInNetwork(host, entry);
    if (isIP(entry) !== 0) return entry === host;
    const [, name = '', only = port] = /^(.+?)(?::(\d+))?$/.exec(entry) ?? [];
    const domain = name.replace(/^\*?\./, '');
    return domain !== '' && only === port && `.${host}`.endsWith(`.${domain}`);
  });
}

function isInNetwork(host: string, network: string): boolean {
  const [address = '', prefix = ''] = network.split('/');
  const [version, bits] = [isIP(host), Number(prefix)];
  if (version === 0 || version !== isIP(address)) return false;
  if (!Number.isInteger(bits) || bits < 0 || bits > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(address, bits, family);
  return list.check(host, family);
}
