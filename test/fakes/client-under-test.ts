import type { ModelClient } from '../../core/adapters/model';
import type { ModelAnswer, ModelRequest } from '../../core/schemas/model';
import type { ModelError } from '../../llm/failures/errors';
import { createModelClient, type ModelClientOptions } from '../../llm/model-client';
import { startEndpoint, type HttpEndpoint, type Play, type ReceivedRequest } from './http-endpoint';
import { modelRequest } from '../../laboratory/fakes/model-requests';

export const identity = 'f'.repeat(64);
export const context = { problem: 'HumanEval/3', role: 'solver' } as const;
/** Planted: no message may hold it. */
export const key = 'sk-hunter2222';

const endpoints: HttpEndpoint[] = [];

/** To be called after each test. */
export async function closeEndpoints(): Promise<void> {
  await Promise.all(endpoints.splice(0).map(({ close }) => close()));
}

export interface ClientUnderTest {
  readonly client: ModelClient;
  readonly baseUrl: string;
  readonly ask: (changes?: Partial<ModelRequest>, signal?: AbortSignal) => Promise<ModelAnswer>;
  /** The same, looked on: what was told, and the answer. */
  readonly watch: (
    changes?: Partial<ModelRequest>,
    signal?: AbortSignal,
  ) => { readonly told: readonly string[]; readonly answer: Promise<ModelAnswer> };
  readonly received: readonly ReceivedRequest[];
}

/** The real client at a real HTTP server that plays `play`. */
export async function clientOf(
  play: Play,
  options: Partial<ModelClientOptions> = {},
): Promise<ClientUnderTest> {
  const endpoint = await startEndpoint(play);
  endpoints.push(endpoint);
  const { baseUrl, received } = endpoint;
  const settings = { baseUrl, apiKey: key, timeoutMs: 5_000, ownServer: false, ...options };
  const client = createModelClient(settings);
  const ask: ClientUnderTest['ask'] = (changes = {}, signal) =>
    client.send(modelRequest(changes), { identity, context, ...(signal ? { signal } : {}) });
  const watch: ClientUnderTest['watch'] = (changes = {}, signal) => {
    const told: string[] = [];
    const onText = (piece: string): void => void told.push(piece);
    const options = { identity, context, onText, ...(signal ? { signal } : {}) };
    return { told, answer: client.send(modelRequest(changes), options) };
  };
  return { client, baseUrl, ask, watch, received };
}

/** Without what tells how and when it came. */
export function untimed({ exchange, ...answer }: ModelAnswer): object {
  return { ...answer, latencyMs: 0, firstTokenMs: null, exchange: { ...exchange, streamed: null } };
}

/** How a call failed; it must fail, and must not show the key. */
export async function failureOf(answer: Promise<ModelAnswer>): Promise<ModelError> {
  const failure = await answer.then(
    () => null,
    (error: unknown) => error as ModelError,
  );
  if (failure === null) throw new Error('the call was answered');
  expect([failure.message, failure.stack].join(' ')).not.toContain('hunter2222');
  return failure;
}
