import type { CallUse } from '../../../core/adapters/journal';
import type { Store } from '../../../core/ports/records';
import type { AgentRole } from '../../../core/names/roles';
import type { ModelAnswer } from '../../../core/schemas/model';
import { callsOfSearches } from '../../../core/kinds/of-kind';
import {
  callUse,
  modelAnswer,
  modelRequest,
  sending,
} from '../../../laboratory/fakes/model-requests';
import { runConfig } from '../../../laboratory/fakes/record-samples';
import { createStoreFolder, type StoreFolder } from '../store-folder';

let here: StoreFolder;
let store: Store;
let made = 0;

beforeEach(async () => {
  here = createStoreFolder();
  store = await here.open();
  made = 0;
  await store.runs.createRun('run-1', runConfig());
});
afterEach(() => here.dispose());

/** A new call by this use; returns its identity. */
async function call(use: CallUse, answer: ModelAnswer | null = modelAnswer()): Promise<string> {
  made += 1;
  const identity = made.toString(16).padStart(64, '0');
  const request = modelRequest({ draw: { sample: 0, ordinal: made } });
  await store.journal.claim({ identity, request, use, owner: 'one', leaseMs: 60_000 });
  if (answer !== null) await store.journal.answer(identity, answer, sending(use));
  return identity;
}

function used(problem: string, node: string, role: AgentRole): CallUse {
  return callUse({ problem, node, context: { problem, role } });
}

describe('calls of a run', () => {
  it('come in order of attempt, node (root first, numbers as numbers) and use', async () => {
    await call(used('late', 'n0', 'solver'));
    await call(used('early', 'n10', 'solver'));
    await call(used('early', 'n0', 'solver'));
    await call(used('early', 'n2', 'debugger'));
    await call(used('early', 'n2', 'critic-score'));
    await call({ ...used('early', 'n2', 'critic-score'), repair: true });
    await call(used('early', 'root', 'thinker-strategies'));
    await call(used('unrecorded', 'n0', 'solver'));
    await store.runs.beginAttempt({ run: 'run-1', problem: 'late', sample: 0 }, 1);
    await store.runs.beginAttempt({ run: 'run-1', problem: 'early', sample: 0 }, 0);
    const calls = await store.runs.calls('run-1');
    expect(
      callsOfSearches(calls).map(({ problem, node, role, repair }) =>
        [problem, node, role, ...(repair ? ['repair'] : [])].join(' '),
      ),
    ).toEqual([
      'early root thinker-strategies',
      'early n0 solver',
      'early n2 debugger',
      'early n2 critic-score',
      'early n2 critic-score repair',
      'early n10 solver',
      'late n0 solver',
      'unrecorded n0 solver',
    ]);
    const late = callsOfSearches(await store.runs.calls('run-1', 'late'));
    expect(late.map(({ node }) => node)).toEqual(['n0']);
    expect(await store.runs.calls('run-2')).toEqual([]);
  });

  it('of two samples come by sample, and of two problems at one position by problem', async () => {
    await call({ ...used('a', 'n0', 'solver'), sample: 1 });
    await call(used('b', 'n0', 'solver'));
    await call({ ...used('a', 'n5', 'solver'), sample: 0 });
    for (const [problem, sample] of [
      ['a', 0],
      ['a', 1],
      ['b', 0],
    ] as const) {
      await store.runs.beginAttempt({ run: 'run-1', problem, sample }, 4);
    }
    const calls = await store.runs.calls('run-1');
    expect(calls.map(({ problem, sample }) => `${problem} ${String(sample)}`)).toEqual([
      ...['a 0', 'a 1', 'b 0'],
    ]);
  });

  it('tell what their endpoint left unsaid as unknown, and how they came about', async () => {
    const exchange: NonNullable<ModelAnswer['exchange']> = {
      ...{ servedModel: 'm-2', temperature: 1, maxTokens: 9, seed: null, schema: 'none' },
      dropped: ['seed'],
    };
    await call(
      used('early', 'n0', 'solver'),
      modelAnswer({ usage: null, finishReason: 'length', exchange }),
    );
    expect(await store.runs.calls('run-1')).toMatchObject([
      {
        ...{ promptTokens: null, completionTokens: null, costUsd: null },
        ...{ latencyMs: 12, finishReason: 'length', exchange },
      },
    ]);
  });

  it('keep their order when a resumed run reads them back', async () => {
    const first = used('early', 'n0', 'solver');
    const identity = await call(first);
    await call(used('early', 'n0', 'critic-score'));
    await store.journal.claim({
      identity,
      request: modelRequest(),
      use: first,
      owner: 'two',
      leaseMs: 1,
    });
    expect((await store.runs.calls('run-1')).map(({ role }) => role)).toEqual([
      'solver',
      'critic-score',
    ]);
  });

  it('say what each took, and nothing for one that is still on its way', async () => {
    const identity = await call(
      used('early', 'n0', 'solver'),
      modelAnswer({
        ...{ costUsd: 0.125, latencyMs: 40, firstTokenMs: 15 },
        origin: { rule: 'draw', distinct: 3 },
      }),
    );
    await call(used('early', 'n1', 'solver'), null);
    expect(await store.runs.calls('run-1')).toEqual([
      {
        problem: 'early',
        sample: 0,
        kind: 'search',
        node: 'n0',
        role: 'solver',
        identity,
        repair: false,
        state: 'answered',
        paidHere: true,
        resends: 0,
        knownResends: 0,
        model: 'gpt-4o-mini',
        promptTokens: 10,
        completionTokens: 5,
        costUsd: 0.125,
        latencyMs: 40,
        firstTokenMs: 15,
        origin: { rule: 'draw', distinct: 3 },
        exchange: null,
        finishReason: 'stop',
      },
      expect.objectContaining({
        node: 'n1',
        state: 'sent',
        paidHere: false,
        promptTokens: null,
        costUsd: null,
        origin: null,
      }),
    ]);
  });
});

describe('totals of a run', () => {
  it('add up what its calls took', async () => {
    await call(used('early', 'n0', 'solver'), modelAnswer({ costUsd: 0.5 }));
    await call(used('early', 'n1', 'solver'), modelAnswer({ costUsd: 0.25, usage: null }));
    await call(used('early', 'n2', 'solver'), null);
    await call(callUse({ run: 'run-2' }), modelAnswer({ costUsd: 100 }));
    expect(await store.runs.callTotals('run-1')).toEqual({
      calls: 3,
      resends: 0,
      knownResends: 0,
      promptTokens: 10,
      completionTokens: 5,
      costUsd: 0.75,
    });
  });

  it('know no cost once one answer has none, rather than too small a cost', async () => {
    await call(used('early', 'n0', 'solver'), modelAnswer({ costUsd: 0.5 }));
    await call(used('early', 'n1', 'solver'), modelAnswer({ costUsd: null }));
    expect((await store.runs.callTotals('run-1')).costUsd).toBeNull();
  });

  it('are nothing for a run without calls', async () => {
    expect(await store.runs.callTotals('run-1')).toEqual({
      calls: 0,
      resends: 0,
      knownResends: 0,
      promptTokens: 0,
      completionTokens: 0,
      costUsd: 0,
    });
  });
});

describe('one call in full', () => {
  it('holds every message and the whole reply', async () => {
    const answer = modelAnswer({ text: '<think>naïve 漢字</think>\n```python\npass\n```' });
    const identity = await call(callUse(), answer);
    expect(await store.runs.callInFull(identity)).toEqual({
      request: modelRequest({ draw: { sample: 0, ordinal: 1 } }),
      answer,
    });
  });

  it('holds the request exactly, half surrogate pairs included', async () => {
    const identity = 'b'.repeat(64);
    const messages = [{ role: 'user' as const, content: 'half \ud83c pair' }];
    const request = modelRequest({ messages });
    await store.journal.claim({ identity, request, use: callUse(), owner: 'one', leaseMs: 1 });
    expect(await store.runs.callInFull(identity)).toEqual({ request, answer: null });
  });

  it('is null for an identity nobody has sent', async () => {
    expect(await store.runs.callInFull('c'.repeat(64))).toBeNull();
  });
});
