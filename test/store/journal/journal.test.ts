import SqliteDatabase from 'better-sqlite3';

import type { CallUse } from '../../../core/adapters/journal';
import type { CallRecord, Store } from '../../../core/ports/records';
import { describeJournalContract } from '../../fakes/journal-contract';
import {
  callUse,
  modelAnswer,
  modelRequest,
  sending,
} from '../../../laboratory/fakes/model-requests';
import { createStoreFolder, type StoreFolder } from '../store-folder';

const identity = 'a'.repeat(64);

describeJournalContract('the store', async () => {
  const folder = createStoreFolder();
  let nowMs = 1_000_000;
  const store = await folder.open({ clock: () => nowMs });
  return {
    journal: store.journal,
    advanceMs: (ms) => {
      nowMs += ms;
    },
    close: () => folder.dispose(),
  };
});

describe('the journal in the store', () => {
  let here: StoreFolder;
  let nowMs: number;
  let one: Store;
  let two: Store;

  beforeEach(async () => {
    here = createStoreFolder();
    nowMs = 1_000_000;
    const clock = (): number => nowMs;
    one = await here.open({ clock });
    two = await here.open({ clock });
  });
  afterEach(() => here.dispose());

  const claim = (store: Store, owner: string, use: CallUse = callUse()) =>
    store.journal.claim({ identity, request: modelRequest(), use, owner, leaseMs: 1_000 });

  it('holds an item to its cost after everything was started anew', async () => {
    const budget = { limit: { costUsd: 0.03 }, atMost: { tokens: 0, costUsd: 0.02 } };
    const asked = { request: modelRequest(), use: callUse(), owner: 'p1', leaseMs: 1_000, budget };
    expect(await one.journal.claim({ identity, ...asked })).toMatchObject({ kind: 'claimed' });
    await one.journal.answer(identity, modelAnswer({ costUsd: 0.02 }), sending(callUse()));
    await one.close();
    one = await here.open({ clock: () => nowMs });
    expect(await one.journal.claim({ identity: 'b'.repeat(64), ...asked })).toEqual({
      ...{ kind: 'over-budget', limit: 'costUsd' },
    });
    expect(await one.journal.claim({ identity, ...asked })).toMatchObject({ kind: 'answered' });
    const others = callUse({ problem: 'HumanEval/1' });
    const next = { ...asked, identity: 'b'.repeat(64), use: others };
    expect(await one.journal.claim(next)).toMatchObject({ kind: 'claimed' });
  });

  it('holds an item to its cost with what was paid for answers that nobody could use', async () => {
    const budget = { limit: { costUsd: 0.05 }, atMost: { tokens: 0, costUsd: 0.02 } };
    const use = callUse();
    const asked = { request: modelRequest(), use, owner: 'p1', leaseMs: 1_000, budget };
    await one.journal.claim({ identity, ...asked });
    const unusable = { identity, attempt: use, words: 'no choices', usage: null, costUsd: 0.02 };
    await one.endpoints.addUnusable(unusable);
    const other = { ...asked, identity: 'b'.repeat(64) };
    expect(await one.journal.claim(other)).toMatchObject({ kind: 'held' });
    await one.journal.release(identity, { ...sending(use), owner: 'p1' });
    expect(await one.journal.claim(other)).toMatchObject({ kind: 'claimed' });
    await one.endpoints.addUnusable({ ...unusable, identity: other.identity });
    await one.journal.release(other.identity, { ...sending(use), owner: 'p1' });
    expect(await one.journal.claim({ ...asked, identity: 'c'.repeat(64) })).toEqual({
      ...{ kind: 'over-budget', limit: 'costUsd' },
    });
    // A retry asks the same, and is granted what it was before.
    expect(await one.journal.claim({ identity, ...asked })).toMatchObject({ kind: 'claimed' });
  });

  it('adds what unusable answers took to what the answer of the same call took', async () => {
    const budget = { limit: { costUsd: 0.05 }, atMost: { tokens: 0, costUsd: 0.02 } };
    const use = callUse();
    const asked = { request: modelRequest(), use, owner: 'p1', leaseMs: 1_000, budget };
    await one.journal.claim({ identity, ...asked });
    const unusable = { identity, attempt: use, words: 'no choices', usage: null, costUsd: 0.02 };
    await one.endpoints.addUnusable(unusable);
    await one.journal.answer(identity, modelAnswer({ costUsd: 0.02 }), sending(use));
    expect(await one.journal.claim({ ...asked, identity: 'b'.repeat(64) })).toEqual({
      ...{ kind: 'over-budget', limit: 'costUsd' },
    });
  });

  it('holds an item to its tokens with those of its own unusable answers, and of no other item', async () => {
    const use = callUse();
    const usage = { promptTokens: 30, completionTokens: 12 };
    const asked = { request: modelRequest(), use, owner: 'p1', leaseMs: 1_000 };
    const within = (tokens: number) => ({ limit: { tokens }, atMost: { tokens: 8, costUsd: 0 } });
    await one.journal.claim({ identity, ...asked });
    const unusable = { identity, attempt: use, words: 'no choices', usage, costUsd: null };
    await one.endpoints.addUnusable(unusable);
    const others = [{ run: 'run-2' }, { problem: 'HumanEval/1' }, { sample: 1 }];
    for (const other of others) {
      await one.endpoints.addUnusable({ ...unusable, attempt: { ...use, ...other } });
    }
    await one.journal.release(identity, { ...sending(use), owner: 'p1' });
    const next = { ...asked, identity: 'b'.repeat(64) };
    expect(await one.journal.claim({ ...next, budget: within(49) })).toEqual({
      ...{ kind: 'over-budget', limit: 'tokens' },
    });
    expect(await one.journal.claim({ ...next, budget: within(50) })).toMatchObject({
      kind: 'claimed',
    });
  });

  it('knows no cost of a run as soon as the price of one call is unknown', async () => {
    await claim(one, 'one');
    await one.journal.answer(identity, modelAnswer({ costUsd: null }), sending(callUse()));
    expect(await one.runs.callTotals('run-1')).toMatchObject({ calls: 1, costUsd: null });
  });

  async function callsOf(run: string): Promise<readonly CallRecord[]> {
    return one.runs.calls(run);
  }

  function duplicates(): readonly unknown[] {
    const database = new SqliteDatabase(here.path, { readonly: true });
    try {
      return database
        .prepare('select run, text_sha256, cost_usd from paid_duplicates order by place')
        .all();
    } finally {
      database.close();
    }
  }

  it('lets one of two openings win each race', async () => {
    for (let round = 0; round < 50; round += 1) {
      const raced = { ...callUse(), node: `n${String(round)}` };
      const input = {
        identity: round.toString(16).padStart(64, '0'),
        request: modelRequest(),
        use: raced,
        leaseMs: 1_000,
      };
      const claims = await Promise.all([
        one.journal.claim({ ...input, owner: 'one' }),
        two.journal.claim({ ...input, owner: 'two' }),
      ]);
      expect(claims.map(({ kind }) => kind).sort()).toEqual(['claimed', 'held']);
    }
  });

  it('says how long the lease lasts to those who must wait, renewals included', async () => {
    await claim(one, 'one');
    nowMs += 400;
    expect(await claim(two, 'two')).toEqual({ kind: 'held', restMs: 600 });
    await one.journal.renew(identity, 'one', 1_000);
    expect(await claim(two, 'two')).toEqual({ kind: 'held', restMs: 1_000 });
  });

  it('leaves a row to its owner when the clock is corrected by a little', async () => {
    await claim(one, 'one');
    nowMs -= 300;
    expect(await claim(two, 'two')).toEqual({ kind: 'held', restMs: 1_000 });
  });

  it('goes by the clock of the database, whatever the clock of the process that asks', async () => {
    const database = new SqliteDatabase(here.path);
    const unclocked = await here.open();
    const fake = jest.spyOn(Date, 'now').mockReturnValue(1);
    await claim(unclocked, 'one');
    fake.mockRestore();
    const [row] = database
      .prepare<[], { rest: number }>(
        "select lease_ends_at_ms - unixepoch('subsec') * 1000 as rest from model_calls",
      )
      .all();
    database.close();
    expect(row?.rest).toBeGreaterThan(0);
    expect(row?.rest).toBeLessThanOrEqual(1_000);
  });

  it('does not wait for the lease of an owner that is known to be dead, with a budget or without', async () => {
    const dead = new Set<string>();
    const store = await here.open({
      clock: () => nowMs,
      isDeadOwner: (owner) => dead.has(owner),
    });
    await claim(store, 'one');
    expect((await claim(store, 'two')).kind).toBe('held');
    dead.add('one');
    expect(await claim(store, 'two')).toEqual({ kind: 'claimed', sends: 2 });
    dead.add('two');
    const budget = { limit: { tokens: 10_000 }, atMost: { tokens: 1, costUsd: 0 } };
    const other = { identity: 'b'.repeat(64), request: modelRequest({ seed: 2 }), budget };
    const asked = { use: callUse(), owner: 'three', leaseMs: 1_000 };
    expect((await store.journal.claim({ ...other, ...asked })).kind).toBe('claimed');
  });

  it('holds the row against a second claim by the same owner as well', async () => {
    await claim(one, 'one');
    expect((await claim(one, 'one')).kind).toBe('held');
  });

  it('lets an owner renew an ended lease that nobody has taken', async () => {
    await claim(one, 'one');
    nowMs += 5_000;
    expect(await one.journal.renew(identity, 'one', 1_000)).toBe(true);
    expect((await claim(two, 'two')).kind).toBe('held');
  });

  it('does not let a released row be renewed', async () => {
    await claim(one, 'one');
    await one.journal.release(identity, { ...sending(callUse()), owner: 'one' });
    expect(await one.journal.renew(identity, 'one', 1_000)).toBe(false);
  });

  it('counts a send beyond the first ever made for the run that made it', async () => {
    await claim(one, 'one');
    nowMs += 1_000;
    await claim(two, 'two', callUse({ run: 'run-2' }));
    await two.journal.release(identity, { ...sending(callUse()), owner: 'two' });
    await claim(two, 'two', callUse({ run: 'run-2' }));
    expect((await callsOf('run-1')).map(({ resends }) => resends)).toEqual([0]);
    expect((await callsOf('run-2')).map(({ resends }) => resends)).toEqual([2]);
  });

  it('counts no send again where the first one cannot have been received', async () => {
    await claim(one, 'one');
    await one.journal.release(identity, { ...sending(callUse(), ['unsent']), owner: 'one' });
    await claim(one, 'one');
    await one.journal.answer(identity, modelAnswer(), sending(callUse()));
    expect(await callsOf('run-1')).toMatchObject([{ resends: 0, knownResends: 0 }]);
  });

  it('counts what a release tells of another use for that one, and never less than nothing', async () => {
    const told = callUse({ run: 'run-9' });
    await claim(one, 'one');
    const twice = sending(told, ['answered', 'answered']);
    await one.journal.release(identity, { ...twice, owner: 'one' });
    expect(await callsOf('run-9')).toMatchObject([{ resends: 1, knownResends: 1 }]);
    await claim(two, 'two', callUse({ run: 'run-2' }));
    const never = callUse({ run: 'run-8' });
    await two.journal.release(identity, { ...sending(never, ['unsent']), owner: 'two' });
    expect(await callsOf('run-8')).toMatchObject([{ resends: 0, knownResends: 0 }]);
    await claim(two, 'three', callUse({ run: 'run-2' }));
    await two.journal.release(identity, { ...sending(never, ['unsent']), owner: 'three' });
    expect(await callsOf('run-8')).toMatchObject([{ resends: 0, knownResends: 0 }]);
    expect(await callsOf('run-2')).toMatchObject([{ resends: 2, knownResends: 0 }]);
  });

  it('still knows the repeated sends when the answer is read back', async () => {
    await claim(one, 'one');
    const sent = sending(callUse(), ['answered', 'answered', 'answered']);
    await one.journal.answer(identity, modelAnswer(), sent);
    expect(await callsOf('run-1')).toMatchObject([{ resends: 2, knownResends: 2 }]);
    await claim(two, 'two');
    expect(await callsOf('run-1')).toMatchObject([{ resends: 2, knownResends: 2 }]);
  });

  it('marks the use that paid, and only that, however often either is told', async () => {
    const reader = callUse({ run: 'run-2' });
    await claim(one, 'one');
    await one.journal.answer(identity, modelAnswer(), sending(callUse()));
    await claim(one, 'one');
    await claim(two, 'two', reader);
    await claim(two, 'two', reader);
    expect((await callsOf('run-1')).map(({ paidHere }) => paidHere)).toEqual([true]);
    expect((await callsOf('run-2')).map(({ paidHere }) => paidHere)).toEqual([false]);
  });

  it('keeps the answer of an owner who was given up as a paid duplicate', async () => {
    await claim(one, 'one');
    nowMs += 1_000;
    await claim(two, 'two', callUse({ run: 'run-2' }));
    const first = modelAnswer({ text: 'first', costUsd: 0.5 });
    await two.journal.answer(identity, first, sending(callUse({ run: 'run-2' })));
    const late = modelAnswer({ text: 'late', costUsd: 0.25 });
    expect(await one.journal.answer(identity, late, sending(callUse()))).toEqual(first);
    expect(duplicates()).toMatchObject([{ run: 'run-1', cost_usd: 0.25 }]);
    expect(await one.runs.paidDuplicates('run-1')).toEqual({ count: 1, costUsd: 0.25 });
    expect(await one.runs.paidDuplicates('run-2')).toEqual({ count: 0, costUsd: 0 });
    expect((await callsOf('run-1'))[0]).toMatchObject({ paidHere: false, costUsd: 0.5 });
    expect((await callsOf('run-2'))[0]).toMatchObject({ paidHere: true, costUsd: 0.5 });
  });

  it('does not take the same answer told twice for a second one', async () => {
    await claim(one, 'one');
    await one.journal.answer(identity, modelAnswer(), sending(callUse()));
    await one.journal.answer(identity, modelAnswer(), sending(callUse()));
    expect(duplicates()).toEqual([]);
  });

  it('counts an equal answer to a second send as the second one it is', async () => {
    await claim(one, 'one');
    nowMs += 1_000;
    await claim(two, 'two');
    await two.journal.answer(identity, modelAnswer(), sending(callUse()));
    await one.journal.answer(identity, modelAnswer(), sending(callUse()));
    await one.journal.answer(identity, modelAnswer(), sending(callUse()));
    expect(duplicates()).toHaveLength(1);
  });

  it('keeps every answer of owners who were given up', async () => {
    await claim(one, 'one');
    for (const owner of ['two', 'three']) {
      nowMs += 1_000;
      await claim(two, owner);
    }
    const answers = [0.5, 0.25, 0.125].map((costUsd) => modelAnswer({ text: 'x', costUsd }));
    for (const answer of answers) await two.journal.answer(identity, answer, sending(callUse()));
    expect(await one.runs.paidDuplicates('run-1')).toEqual({ count: 2, costUsd: 0.375 });
  });

  it('refuses an answer to what was never sent', async () => {
    await expect(
      one.journal.answer(identity, modelAnswer(), sending(callUse())),
    ).rejects.toMatchObject({
      code: 'RECORD_MISSING',
    });
  });

  it('gives the one who paid the very text that readers will see', async () => {
    await claim(one, 'one');
    const answer = modelAnswer({ text: 'half a pair: \ud83c and NUL \u0000', costUsd: 0 });
    const stored = await one.journal.answer(identity, answer, sending(callUse()));
    expect(stored.text).toBe('half a pair: \ufffd and NUL \u0000');
    expect(await claim(two, 'two')).toEqual({ kind: 'answered', answer: stored });
  });

  it('keeps answers over a closing and an opening', async () => {
    await claim(one, 'one');
    const answer = modelAnswer({
      origin: { rule: 'recorded-repair', distinct: 4, repeated: false },
      usage: null,
      finishReason: 'length',
    });
    await one.journal.answer(identity, answer, sending(callUse()));
    await one.close();
    await two.close();
    expect(await claim(await here.open(), 'three')).toEqual({ kind: 'answered', answer });
  });

  it('names a call that is marked as answered and has no answer', async () => {
    await claim(one, 'one');
    await one.journal.answer(identity, modelAnswer(), sending(callUse()));
    const text = 'text_sha256 = (select max(sha256) from blobs)';
    for (const change of ['text_sha256 = null', `answer = null, ${text}`]) {
      here.database((opened) => opened.exec(`update model_calls set ${change}`));
      await expect(claim(two, 'two')).rejects.toMatchObject({
        code: 'RECORD_UNREADABLE',
        message: expect.stringContaining(`answer ${identity}`) as string,
      });
    }
  });

  it('does not pass an edited answer off as the one that was paid', async () => {
    await claim(one, 'one');
    await one.journal.answer(identity, modelAnswer(), sending(callUse()));
    const database = new SqliteDatabase(here.path);
    database.exec(`update model_calls set answer = '{"finishReason":"whenever"}'`);
    database.close();
    await expect(claim(two, 'two')).rejects.toMatchObject({ code: 'RECORD_UNREADABLE' });
  });
});
