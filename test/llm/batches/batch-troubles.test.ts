import type { EndedBatch } from '../../../core/adapters/model-batches';
import { modelRequest } from '../../../laboratory/fakes/model-requests';
import { playedEndpoint } from './played-endpoint';
import type { Played } from './played-endpoint';

const form = { model: 'gpt-4o-mini', task: 'chat', refused: [] } as const;
const request = modelRequest();
const context = { problem: 'own/0', role: 'first-rater' } as const;
const requests = [{ identity: 'one', request, context }];
const page = '<!doctype html><title>Sign in</title>';

let close: () => void = () => undefined;
afterEach(() => {
  close();
});

async function at(answers: Readonly<Record<string, Played>>) {
  const endpoint = await playedEndpoint(answers);
  close = endpoint.close;
  return endpoint;
}

const ended: EndedBatch = {
  ...{ kind: 'ended', status: 'completed', input: 'in', files: ['f'], tookMs: 5 },
  ...{ isOverLimit: false, words: null },
};
const refusing = { error: { message: 'API key not valid' } };

describe('a paid batch', () => {
  it.each([
    [403, refusing, 'pauses-run'],
    [400, refusing, 'pauses-run'],
    [200, page, 'retryable'],
  ] as const)('is not given up at status %i with %j', async (status, body, fate) => {
    const answer = [status, body] as const;
    const { batches } = await at({
      ...{ 'GET /batches/b': answer, 'GET /batches': answer, 'GET /files/f/content': answer },
    });
    await expect(batches.find('t', 0, form.model)).rejects.toMatchObject({ fate });
    await expect(batches.look('b', form.model)).rejects.toMatchObject({ fate });
    await expect(batches.answers(ended, requests, form)).rejects.toMatchObject({ fate });
  });

  it('is gone where the endpoint does not know it', async () => {
    const { batches } = await at({ 'GET /batches/b': [404, { error: {} }] });
    expect(await batches.look('b', form.model)).toMatchObject({ kind: 'gone' });
  });

  it('has no answers in a file that is gone or empty', async () => {
    for (const answer of [
      [404, { error: {} }],
      [200, ''],
    ] as const) {
      const { batches } = await at({ 'GET /files/f/content': answer });
      expect((await batches.answers(ended, requests, form)).usable.size).toBe(0);
      close();
    }
  });
});

describe('a paid answer that cannot be used', () => {
  it('is told with its usage and half its price', async () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 0 };
    const choices = [{ message: { content: 'x' }, finish_reason: 'error' }];
    const line = { custom_id: 'one', response: { status_code: 200, body: { choices, usage } } };
    const { batches } = await at({ 'GET /files/f/content': [200, line] });
    const { usable, unusable } = await batches.answers(ended, requests, form);
    expect(usable.size).toBe(0);
    expect(unusable.get('one')).toMatchObject({
      ...{ usage: { promptTokens: 1_000_000, completionTokens: 0 }, costUsd: 0.075 },
    });
  });
});

describe('text that is not JSON', () => {
  const broken = [200, page] as const;
  const retryable = { fate: 'retryable', code: 'MODEL_NONSENSE' };

  it('is no reason to give up a batch', async () => {
    const file = { id: 'f' };
    for (const answers of [
      { 'POST /files': broken },
      { 'POST /files': [200, file], 'POST /batches': broken },
    ] as const) {
      const { batches } = await at(answers);
      const submission = batches.submit(requests, { ...form, token: 't' });
      await expect(submission).rejects.toMatchObject(retryable);
      close();
    }
    const { batches } = await at({ 'GET /batches': broken });
    await expect(batches.find('t', 0, form.model)).rejects.toMatchObject(retryable);
  });
});

describe('the file with the requests', () => {
  const file = [200, { id: 'in' }] as const;

  it('is deleted if no batch is made from it', async () => {
    const { batches, asked } = await at({ 'POST /files': file });
    const mayMake = () => Promise.resolve(false);
    expect(await batches.submit(requests, { ...form, token: 't', mayMake })).toEqual({
      kind: 'stopped',
    });
    expect(asked).toEqual(['POST /files', 'DELETE /files/in']);
  });

  it('is deleted if the batch is refused, and a 404 does not say that there are no batches', async () => {
    const { batches, asked } = await at({
      'POST /files': file,
      'POST /batches': [404, { error: { message: 'no such file' } }],
    });
    expect(await batches.submit(requests, { ...form, token: 't' })).toMatchObject({
      ...{ kind: 'refused', isUnsupported: false },
    });
    expect(asked.at(-1)).toBe('DELETE /files/in');
  });

  it('is deleted after the end of its batch, whatever the endpoint says', async () => {
    const { batches, asked } = await at({ 'DELETE /files/in': [500, { error: {} }] });
    await batches.drop(ended);
    expect(asked).toEqual(['DELETE /files/in']);
  });
});
