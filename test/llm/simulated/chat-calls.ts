import {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
} from '../../../llm/simulated/server';
import { bundledBank } from './bank-samples';

export type Headers = Readonly<Record<string, string>>;

export const espalierHeaders: Headers = {
  'x-espalier-problem': 'Bundled/0',
  'x-espalier-role': 'solver',
  'x-espalier-seed': '7',
  'x-espalier-draw': '0/0',
};

export const chatBody = {
  model: 'simulated',
  messages: [
    { role: 'system', content: 'You are a programmer.' },
    { role: 'user', content: 'Complete this.' },
  ],
};

export interface ChatAnswer {
  readonly choices: readonly {
    readonly message: { readonly content: string | null; readonly refusal: string | null };
    readonly finish_reason: string;
  }[];
  readonly usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
  readonly espalier: Record<string, unknown>;
  readonly error?: { readonly message: string; readonly type: string; readonly code: string };
}

export async function bundledServer(
  options: Partial<ModelServerOptions> = {},
): Promise<ModelServer> {
  return startModelServer({ kind: 'simulated', bank: await bundledBank(), ...options });
}

export function post(
  server: { readonly url: string },
  headers: Headers = espalierHeaders,
  body: unknown = chatBody,
): Promise<Response> {
  return fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export async function chat(...call: Parameters<typeof post>): Promise<ChatAnswer> {
  return (await (await post(...call)).json()) as ChatAnswer;
}

/** Headers of a request with an identity of its own. */
export function withIdentity(identity: string, changes: Headers = {}): Headers {
  return { ...espalierHeaders, 'idempotency-key': identity, ...changes };
}
