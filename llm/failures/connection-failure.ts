import { TransportError } from '../http-fetch';

const speaksHttp =
  'that port does not speak https; where it speaks plain http, OPENAI_BASE_URL begins with http://';

// What went wrong before a connection stood, in words.
const beforeConnection: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused: nothing listens there',
  ENOTFOUND: "the host's name does not resolve",
  EAI_AGAIN: 'name resolution failed for now',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed (NODE_EXTRA_CA_CERTS can name it)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed (NODE_EXTRA_CA_CERTS can name it)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_SSL_WRONG_VERSION_NUMBER: speaksHttp,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: speaksHttp,
  EPROTO: `no TLS handshake: ${speaksHttp}`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** What a broken connection means: whether the request can have arrived, and words for it. */
export interface ConnectionFailure {
  readonly code: string;
  readonly words: string;
  readonly outcomeUnknown: boolean;
}

/** Reads the chain of causes: our own transport says it exactly, any other by its error codes. */
export function describeConnectionFailure(error: unknown): ConnectionFailure {
  const chain = causes(error);
  const transport = chain.find((cause) => cause instanceof TransportError);
  const code = transport?.code ?? chain.map(codeOf).find((found) => found !== '') ?? 'UNKNOWN';
  const known = beforeConnection[code];
  const connected = transport?.connected ?? known === undefined;
  if (connected) {
    const words = `the connection broke before the answer was complete (${code})`;
    return { code, words, outcomeUnknown: true };
  }
  const words = known ?? `no connection (${code})`;
  const proxy = transport?.proxy ?? null;
  const way = proxy === null ? '' : `, asked through the proxy ${proxy}`;
  return { code, words: `${words}${way}`, outcomeUnknown: false };
}

function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let current = error; current instanceof Error && chain.length < 8; current = current.cause) {
    chain.push(current);
  }
  return chain;
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) ? code : '';
}
