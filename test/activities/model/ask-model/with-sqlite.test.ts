import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { askModel } from '../../../../activities/model/ask-model';
import { CallsInFlight } from '../../../../activities/model/calls-in-flight';
import { createModelClient } from '../../../../llm/model-client';
import { requestIdentity } from '../../../../llm/request-identity';
import { openStore } from '../../../../store/open-store';
import { completion, sendJson, startEndpoint } from '../../../fakes/http-endpoint';
import { describeJournalContract } from '../../../fakes/journal-contract';
import { callUse, modelRequest } from '../../../../laboratory/fakes/model-requests';

describeJournalContract('the SQLite journal', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'espalier-journal-'));
  let nowMs = 1_000_000;
  const store = await openStore({ path: path.join(folder, 'store.db'), clock: () => nowMs });
  return {
    journal: store.journal,
    advanceMs: (ms) => {
      nowMs += ms;
    },
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});

describe('several askers with one SQLite journal and one endpoint', () => {
  it('pay once for one request and get one answer, also after the store is opened anew', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'espalier-journal-'));
    const file = path.join(folder, 'store.db');
    let arrived = 0;
    const endpoint = await startEndpoint((_, response) => {
      arrived += 1;
      const text = `answer ${String(arrived)}`;
      setTimeout(() => {
        sendJson(response, completion(text));
      }, 80);
    });
    const { baseUrl } = endpoint;
    const client = createModelClient({ baseUrl, apiKey: 'k', timeoutMs: 9_000, ownServer: false });
    const stores = await Promise.all([openStore({ path: file }), openStore({ path: file })]);
    const calls = new CallsInFlight();
    const ask = (index: number, journal = stores[index % 2]?.journal) => {
      if (journal === undefined) throw new Error('no such store');
      return askModel(
        {
          journal,
          client,
          calls,
          owner: `asker-${String(index)}`,
          scope: `run/problem/0/n${String(index)}`,
          leaseMs: 2_000,
          heartbeat: () => undefined,
          signal: new AbortController().signal,
          unwanted: () => Promise.resolve(false),
        },
        { request: modelRequest(), use: callUse({ node: `n${String(index)}` }) },
      );
    };
    const replies = await Promise.all([0, 1, 2, 3].map((index) => ask(index)));
    expect(new Set(replies.map(({ answer }) => answer.text))).toEqual(new Set(['answer 1']));
    await Promise.all(stores.map((store) => store.close()));

    const again = await openStore({ path: file });
    const reread = await ask(4, again.journal);
    expect(reread).toEqual(replies[0]);
    expect(reread.identity).toBe(requestIdentity(modelRequest()));
    expect(arrived).toBe(1);
    await again.close();
    await endpoint.close();
    await rm(folder, { recursive: true });
  });
});
