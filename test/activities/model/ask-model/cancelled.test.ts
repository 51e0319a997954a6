import type { ModelAnswer } from '../../../../core/schemas/model';
import { createModelClient } from '../../../../llm/model-client';
import { completion, sendJson, startEndpoint } from '../../../fakes/http-endpoint';
import { createMemoryJournal } from '../../../fakes/memory-journal';
import { modelAnswer } from '../../../../laboratory/fakes/model-requests';
import { identity, later, others, setUp } from './asking';
import { eventually } from '../../../../laboratory/home/eventually';

describe('a cancellation', () => {
  it('before anything leaves no trace', async () => {
    const { ask, journal } = setUp(() => Promise.reject(new Error('must not be sent')), {
      signal: AbortSignal.abort(),
    });
    await expect(ask()).rejects.toMatchObject({ fate: 'cancelled', outcomeUnknown: false });
    expect(journal.sends(identity)).toBe(0);
  });

  it('between claim and send releases the row', async () => {
    const controller = new AbortController();
    const journal = createMemoryJournal();
    const claim: typeof journal.claim = async (input) => {
      const claimed = await journal.claim(input);
      controller.abort();
      return claimed;
    };
    const { ask } = setUp(() => Promise.reject(new Error('must not be sent')), {
      journal: { ...journal, claim },
      signal: controller.signal,
    });
    await expect(ask()).rejects.toMatchObject({ fate: 'cancelled' });
    expect(journal.log).toEqual(['release']);
  });

  it('while another owner is waited for ends within moments', async () => {
    const controller = new AbortController();
    const { ask, journal } = setUp(() => Promise.reject(new Error('must not be sent')), {
      signal: controller.signal,
    });
    await journal.claim({ ...others, leaseMs: 60_000 });
    const asked = ask();
    setTimeout(() => controller.abort(), 20);
    // Timers ring in their order on a busy machine, too: the first wait would last 100 ms.
    const late = later(90).then(() => 'late');
    await expect(Promise.race([asked, late])).rejects.toMatchObject({ fate: 'cancelled' });
    expect(journal.owner(identity)).toBe('them');
  });

  it('that comes with the answer does not lose the answer', async () => {
    const controller = new AbortController();
    const { ask, journal } = setUp(
      async () => {
        controller.abort();
        return modelAnswer();
      },
      { signal: controller.signal },
    );
    expect((await ask()).answer).toEqual(modelAnswer());
    expect(journal.log).toContain('answer');
  });
});

describe('with the real client and a real endpoint', () => {
  it('a cancellation in flight ends the call and leaves the row sent, free to be asked again', async () => {
    let arrived = 0;
    const endpoint = await startEndpoint((_, response) => {
      arrived += 1;
      if (arrived > 1) sendJson(response, completion('second'));
    });
    const { baseUrl } = endpoint;
    const client = createModelClient({ baseUrl, apiKey: 'k', timeoutMs: 9_000, ownServer: false });
    const controller = new AbortController();
    const journal = createMemoryJournal();
    const first = setUp(client.send, { journal, signal: controller.signal });
    const asked = first.ask();
    await eventually('the request arrives', () => arrived > 0);
    controller.abort();
    await expect(asked).rejects.toMatchObject({ fate: 'cancelled', outcomeUnknown: true });
    await later(5);
    const again: ModelAnswer = (await setUp(client.send, { journal }).ask()).answer;
    expect(again.text).toBe('second');
    expect(journal.sends(identity)).toBe(2);
    await endpoint.close();
  });
});
