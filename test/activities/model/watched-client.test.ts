import { watchedClient } from '../../../activities/model/watched-client';
import type { EndpointNotes } from '../../../core/adapters/endpoint-notes';
import type { ModelClient } from '../../../core/adapters/model';
import { createModelClient, type ModelError } from '../../../llm';
import { createMemoryEndpointNotes } from '../../fakes/memory-endpoint-notes';
import {
  completion,
  sendJson,
  startEndpoint,
  type HttpEndpoint,
  type Play,
} from '../../fakes/http-endpoint';
import { modelRequest } from '../../../laboratory/fakes/model-requests';

const context = { problem: 'p', role: 'solver' } as const;
const endpoints: HttpEndpoint[] = [];
afterEach(async () => {
  await Promise.all(endpoints.splice(0).map(({ close }) => close()));
});

/** What a worker asks with, one after another: each is a process of its own, which knows nothing but the notes. */
async function workersAt(play: Play, notes: EndpointNotes = createMemoryEndpointNotes()) {
  const endpoint = await startEndpoint(play);
  endpoints.push(endpoint);
  const { baseUrl, received } = endpoint;
  const newWorker = (run = 'r') => {
    const client = createModelClient({ baseUrl, apiKey: 'k', timeoutMs: 3_000, ownServer: false });
    const watched = watchedClient(client, { ...notes }, { run, problem: 'p', sample: 0 });
    return (identity: string, changes: Parameters<typeof modelRequest>[0] = {}) =>
      watched.send(modelRequest(changes), { identity, context });
  };
  return { notes, received, newWorker };
}

async function failureOf(answer: ReturnType<ModelClient['send']>): Promise<ModelError> {
  return answer.then(
    () => Promise.reject(new Error('it was answered')),
    (error: unknown) => error as ModelError,
  );
}

describe('answers that nobody can use', () => {
  const empty: Play = (_, response) =>
    sendJson(response, completion('x', { body: { choices: [] } }));

  it('are asked for three times at the most, whichever worker asks, and end in the endpoint’s words', async () => {
    const { newWorker, received } = await workersAt(empty);
    expect(await failureOf(newWorker()('a'))).toMatchObject({
      code: 'MODEL_NONSENSE',
      fate: 'retryable',
      retryAfterMs: 10_000,
    });
    expect(await failureOf(newWorker()('a'))).toMatchObject({ retryAfterMs: 60_000 });
    const last = await failureOf(newWorker()('a'));
    expect(last).toMatchObject({ code: 'MODEL_UNUSABLE', fate: 'terminal' });
    expect(last.message).toContain('3 answers, and none that can be used; the last:');
    expect(last.message).toContain('choices');
    // A worker that dies before it has told anybody leaves the count behind.
    expect(await failureOf(newWorker()('a'))).toMatchObject({ code: 'MODEL_UNUSABLE' });
    expect(received).toHaveLength(3);
    expect(await failureOf(newWorker()('b'))).toMatchObject({ code: 'MODEL_NONSENSE' });
  });

  it('are paid, and counted', async () => {
    const { newWorker, notes } = await workersAt(empty);
    await failureOf(newWorker()('a', { model: 'gpt-4o' }));
    await failureOf(newWorker()('b', { model: 'gpt-4o' }));
    expect(await notes.unusableTotals('r')).toEqual({
      count: 2,
      promptTokens: 200,
      completionTokens: 40,
      costUsd: 0.0009,
    });
  });

  it('are asked for anew once a person lets the run go on, and stay counted', async () => {
    const { newWorker, notes, received } = await workersAt(empty);
    for (let nth = 0; nth < 4; nth += 1) await failureOf(newWorker()('a'));
    await notes.settle('r');
    expect(await failureOf(newWorker()('a'))).toMatchObject({ code: 'MODEL_NONSENSE' });
    expect(received).toHaveLength(4);
    expect((await notes.unusableTotals('r')).count).toBe(4);
  });

  it('pause the run where they are web pages', async () => {
    const { newWorker, notes } = await workersAt((_, response) =>
      response.end('<html><title>Sign in</title></html>'),
    );
    const failures = [];
    for (let nth = 0; nth < 3; nth += 1) failures.push(await failureOf(newWorker()('a')));
    expect(failures.map(({ fate }) => fate)).toEqual(['retryable', 'retryable', 'pauses-run']);
    expect(failures[2]).toMatchObject({ code: 'MODEL_ADDRESS' });
    expect(failures[2]?.message).toContain('an HTML page titled "Sign in"');
    expect(await notes.unusableTotals('r')).toMatchObject({ count: 3, promptTokens: 0 });
  });
});

describe('requests that are refused with the same words', () => {
  const refusing =
    (words: (nth: number) => string): Play =>
    (_, response) =>
      sendJson(response, { error: { message: words(nth++) } }, { status: 400 });
  let nth = 0;
  beforeEach(() => {
    nth = 0;
  });
  const fates = async (worker: ReturnType<Awaited<ReturnType<typeof workersAt>>['newWorker']>) => {
    const found = [];
    for (const identity of ['a', 'b', 'c', 'd', 'e', 'f']) {
      found.push((await failureOf(worker(identity))).fate);
    }
    return found;
  };

  it('pause the run at the fifth, with the words, and each further one', async () => {
    const { newWorker } = await workersAt(
      refusing((at) => `top_k ${String(at)} is beyond 5 (request 0a1b2c3d-9f8e-${String(at)})`),
    );
    const terminal = 'terminal';
    expect(await fates(newWorker())).toEqual([
      ...[terminal, terminal, terminal, terminal],
      ...['pauses-run', 'pauses-run'],
    ]);
    const refusal = await failureOf(newWorker()('g'));
    expect(refusal).toMatchObject({ code: 'MODEL_REFUSES_RUN', status: 400 });
    expect(refusal.message).toContain('is beyond 5');
    expect(refusal.message).toContain('5 requests or more');
  });

  it('are counted anew when a person lets the run go on', async () => {
    const { newWorker, notes } = await workersAt(refusing(() => 'no such language'));
    await fates(newWorker());
    await notes.settle('r');
    expect((await failureOf(newWorker()('e'))).fate).toBe('terminal');
  });

  it('are matters of their problems where the words differ, or where somebody chats', async () => {
    const differing = await workersAt(refusing((at) => `${'x'.repeat(at)} is wrong`));
    expect(new Set(await fates(differing.newWorker()))).toEqual(new Set(['terminal']));
    const same = await workersAt(refusing(() => 'no'));
    expect(new Set(await fates(same.newWorker('chat-1')))).toEqual(new Set(['terminal']));
  });
});

describe('what the endpoint of a run refuses', () => {
  it('is sent once, whichever worker finds it out', async () => {
    const { newWorker, received } = await workersAt(({ body }, response) => {
      if (body?.['seed'] === undefined) return sendJson(response, completion('ok'));
      const error = { message: 'Unrecognized request argument supplied: seed' };
      return sendJson(response, { error }, { status: 400 });
    });
    expect((await newWorker()('a')).exchange?.dropped).toEqual(['seed']);
    expect((await newWorker()('b')).exchange?.dropped).toEqual(['seed']);
    expect(received).toHaveLength(3);
    // Another run finds out for itself: the endpoint may have learnt it.
    await newWorker('other')('c');
    expect(received).toHaveLength(5);
  });
});
