import { UsageError } from '../core/errors/errors';

/** A base URL taken apart: what may be shown and stored, and what may only be sent. */
export interface EndpointAddress {
  /** No credentials, no query, no trailing slash: what paths are appended to. */
  readonly url: string;
  /** Every query parameter, to be sent with each request. */
  readonly query: Readonly<Record<string, string>>;
  /** `Basic ...` when the URL held a user or a password; it replaces the key, having been said more closely. */
  readonly authorization: string | null;
  /** Texts that must never be shown or stored. */
  readonly secrets: readonly string[];
  /** Names the endpoint in identities, records and messages. */
  readonly logicalEndpoint: string;
}

// The few parameters that name what is served. Anything else might be a key and is left out of records.
const tellingParameter = /^(api-?version|version|deployment|region|project|model|provider)$/i;

/**
 * Equal endpoints give equal logical endpoints: scheme and host in lower case, no default ports or trailing slashes,
 * parameters sorted; without credentials and parameters that might be some.
 * @throws UsageError when it is not an http or https URL.
 */
export function parseBaseUrl(baseUrl: string): EndpointAddress {
  const parsed = httpUrl(baseUrl);
  const path = parsed.pathname.replace(/\/+$/, '');
  const url = `${parsed.protocol}//${parsed.host}${path}`;
  const parameters = [...parsed.searchParams.entries()].sort(([left], [right]) =>
    left < right ? -1 : left > right ? 1 : 0,
  );
  const telling = parameters.filter(([name]) => tellingParameter.test(name));
  const hidden = parameters.filter(([name]) => !tellingParameter.test(name));
  const user = decoded(parsed.username);
  const password = decoded(parsed.password);
  const basic =
    user + password === '' ? null : Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  const suffix = telling.length === 0 ? '' : `?${new URLSearchParams(telling).toString()}`;
  return {
    url,
    query: Object.fromEntries(parameters),
    authorization: basic === null ? null : `Basic ${basic}`,
    secrets: [
      ...[parsed.username, parsed.password, user, password, basic ?? ''],
      ...hidden.flatMap(([, value]) => [value, encodeURIComponent(value)]),
    ].filter((secret) => secret !== ''),
    logicalEndpoint: url + suffix,
  };
}

/** Names a user's endpoint in a request's identity. @throws UsageError when it is not an http or https URL. */
export function logicalEndpoint(baseUrl: string): string {
  return parseBaseUrl(baseUrl).logicalEndpoint;
}

function httpUrl(baseUrl: string): URL {
  const parsed = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.host !== '') return parsed;
  // The text itself is not repeated: it may hold a password.
  throw new UsageError(
    `the model endpoint's base URL (${String(baseUrl.length)} characters) is not an http or https URL`,
    'Set OPENAI_BASE_URL to something like https://api.openai.com/v1 or http://127.0.0.1:8000/v1',
    { code: 'BAD_BASE_URL' },
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
