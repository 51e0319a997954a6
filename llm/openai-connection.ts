import OpenAI from 'openai';

import { withReadableErrors } from './failures/error-body';
import { createHttpFetch, type FetchLike } from './http-fetch';
import { parseBaseUrl } from './logical-endpoint';

export interface ConnectionOptions {
  /** Of the API, up to and including `/v1`. May hold credentials and query parameters: they are sent, never shown. */
  readonly baseUrl: string;
  /** null: none is sent. */
  readonly apiKey: string | null;
  /** For a whole answer, headers and body. */
  readonly timeoutMs: number;
  /** The proxy on the way, credentials allowed; null or absent: it is asked directly. */
  readonly proxyUrl?: string | null | undefined;
  /** Longest answer. Default 64 MiB. */
  readonly maxBodyBytes?: number;
  /** Default: our own over Node's HTTP client, which is needed for `timeoutMs` to cover the body. */
  readonly fetch?: FetchLike;
}

export interface OpenAiConnection {
  readonly openai: OpenAI;
  /** Without credentials: for messages. */
  readonly endpoint: string;
  /** To be masked in every message. */
  readonly secrets: readonly string[];
}

/**
 * Opens nothing yet. The package's own retries, logging and environment variables (organisation, project, admin key) are off.
 * @throws UsageError for a base URL that is none.
 */
export function openAiConnection(options: ConnectionOptions): OpenAiConnection {
  const { apiKey, timeoutMs } = options;
  const address = parseBaseUrl(options.baseUrl);
  const key = apiKey?.trim() ?? '';
  const authorization = address.authorization ?? (key === '' ? null : `Bearer ${key}`);
  const openai = new OpenAI({
    baseURL: address.url,
    // The package refuses to be made without one; the header below is what counts.
    apiKey: key === '' ? 'none' : key,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    defaultQuery: { ...address.query },
    defaultHeaders: { Authorization: authorization },
    fetch: withReadableErrors(
      options.fetch ?? createHttpFetch(options.maxBodyBytes, options.proxyUrl),
    ),
  });
  const secrets = key === '' ? address.secrets : [key, ...address.secrets];
  return { openai, endpoint: address.logicalEndpoint, secrets };
}
