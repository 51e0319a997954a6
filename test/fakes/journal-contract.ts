import type { BudgetedCall, CallBudget, Journal } from '../../core/adapters/journal';
import { callUse, modelAnswer, modelRequest, sending } from '../../laboratory/fakes/model-requests';

/** One journal and its clock, for one test. */
export interface JournalUnderTest {
  readonly journal: Journal;
  /** Moves the journal's clock. */
  readonly advanceMs: (ms: number) => void;
  readonly close?: () => Promise<void>;
}

/** What every journal promises; run it on each implementation. */
export function describeJournalContract(name: string, open: () => Promise<JournalUnderTest>): void {
  describe(`${name} keeps the journal's promises`, () => {
    let opened: JournalUnderTest;
    const identity = 'a'.repeat(64);
    const claim = (owner: string) =>
      opened.journal.claim({
        identity,
        request: modelRequest(),
        use: callUse(),
        owner,
        leaseMs: 1_000,
      });

    beforeEach(async () => {
      opened = await open();
    });
    afterEach(async () => opened.close?.());

    it('gives the row to the first who claims it', async () => {
      expect(await claim('one')).toEqual({ kind: 'claimed', sends: 1 });
    });

    it('tells everybody else that it is held, and for how long', async () => {
      await claim('one');
      const second = await claim('two');
      expect(second).toEqual({ kind: 'held', restMs: 1_000 });
      opened.advanceMs(1_001);
      expect(await claim('two')).toEqual({ kind: 'claimed', sends: 2 });
    });

    describe('within a budget', () => {
      const other = (
        name: string,
        limit: CallBudget,
        atMost: BudgetedCall['atMost'] = { tokens: 100, costUsd: 0.01 },
      ) =>
        opened.journal.claim({
          identity: name.repeat(64),
          request: modelRequest({ seed: name.charCodeAt(0) }),
          use: callUse(),
          owner: name,
          leaseMs: 1_000,
          budget: { limit, atMost },
        });
      const answered = (name: string) =>
        opened.journal.answer(name.repeat(64), modelAnswer({ costUsd: 0.02 }), sending());
      const spent = (limit: keyof CallBudget) => ({ kind: 'over-budget', limit });

      it('of calls grants so many, whoever asks at once, and those again', async () => {
        const claims = await Promise.all(['b', 'c', 'd'].map((name) => other(name, { calls: 2 })));
        expect(claims.map(({ kind }) => kind).sort()).toEqual([
          ...['claimed', 'claimed', 'over-budget'],
        ]);
        expect(await other('e', { calls: 2 })).toEqual(spent('calls'));
        const granted = ['b', 'c', 'd'].filter((_, at) => claims[at]?.kind === 'claimed');
        await answered(granted[0] ?? '');
        expect((await other(granted[0] ?? '', { calls: 2 })).kind).toBe('answered');
        expect((await other(granted[1] ?? '', { calls: 2 })).kind).toBe('held');
      });

      it('of tokens or costs grants one after another, and none that might go beyond', async () => {
        expect((await other('b', { tokens: 210 })).kind).toBe('claimed');
        expect((await other('c', { tokens: 210 })).kind).toBe('held');
        await answered('b');
        const { promptTokens = 0, completionTokens = 0 } = modelAnswer().usage ?? {};
        const used = promptTokens + completionTokens;
        expect(await other('c', { tokens: used + 99 })).toEqual(spent('tokens'));
        expect(await other('c', { costUsd: 0.029 })).toEqual(spent('costUsd'));
        expect((await other('c', { tokens: used + 100, costUsd: 0.031 })).kind).toBe('claimed');
      });

      it('of costs grants nothing whose price nobody knows', async () => {
        expect(await other('b', { costUsd: 5 }, { tokens: 1, costUsd: null })).toEqual(
          spent('costUsd'),
        );
      });

      it('counts what other runs have paid for, when it is used', async () => {
        await other('b', {});
        await answered('b');
        const use = callUse({ run: 'run-2' });
        const budget = { limit: { calls: 0 }, atMost: { tokens: 0, costUsd: 0 } };
        const asked = { identity: 'b'.repeat(64), request: modelRequest(), owner: 'x' };
        expect(await opened.journal.claim({ ...asked, use, leaseMs: 9, budget })).toEqual(
          spent('calls'),
        );
      });
    });

    it('does not let a clock that is set back hold the row', async () => {
      await claim('one');
      opened.advanceMs(-6 * 60 * 60 * 1000);
      expect(await claim('two')).toEqual({ kind: 'claimed', sends: 2 });
    });

    it('gives one of several simultaneous claims the row', async () => {
      const claims = await Promise.all(['one', 'two', 'three'].map(claim));
      expect(claims.map(({ kind }) => kind).sort()).toEqual(['claimed', 'held', 'held']);
    });

    it('keeps the row with its owner while the lease is renewed', async () => {
      await claim('one');
      opened.advanceMs(900);
      expect(await opened.journal.renew(identity, 'one', 1_000)).toBe(true);
      opened.advanceMs(900);
      expect((await claim('two')).kind).toBe('held');
    });

    it('refuses to renew for anybody but the owner', async () => {
      await claim('one');
      expect(await opened.journal.renew(identity, 'two', 1_000)).toBe(false);
      opened.advanceMs(1_001);
      await claim('two');
      expect(await opened.journal.renew(identity, 'one', 1_000)).toBe(false);
    });

    it('reads an answered row back to everybody', async () => {
      await claim('one');
      const answer = modelAnswer({ text: 'the answer', costUsd: 0.25 });
      expect(await opened.journal.answer(identity, answer, sending())).toEqual(answer);
      expect(await claim('two')).toEqual({ kind: 'answered', answer });
    });

    it('says which of several calls have no answer: never sent, or sent and not answered', async () => {
      const never = 'c'.repeat(64);
      await claim('one');
      expect(await opened.journal.unanswered([identity, never])).toEqual([identity, never]);
      await opened.journal.answer(identity, modelAnswer(), sending());
      expect(await opened.journal.unanswered([identity, never, never])).toEqual([never]);
    });

    it('lets the first answer stand when a second comes', async () => {
      await claim('one');
      opened.advanceMs(1_001);
      await claim('two');
      const first = modelAnswer({ text: 'first' });
      await opened.journal.answer(identity, first, sending());
      const late = await opened.journal.answer(
        identity,
        modelAnswer({ text: 'second' }),
        sending(),
      );
      expect(late).toEqual(first);
      expect(await claim('three')).toEqual({ kind: 'answered', answer: first });
    });

    it('takes an answer from an owner whose lease has been taken over', async () => {
      await claim('one');
      opened.advanceMs(1_001);
      await claim('two');
      const answer = modelAnswer({ text: 'late but first' });
      expect(await opened.journal.answer(identity, answer, sending())).toEqual(answer);
      expect(await opened.journal.renew(identity, 'two', 1_000)).toBe(false);
    });

    it('frees a released row at once, and counts the next send', async () => {
      await claim('one');
      await opened.journal.release(identity, { ...sending(), owner: 'one' });
      expect(await claim('two')).toEqual({ kind: 'claimed', sends: 2 });
    });

    it('counts no request that nobody can have received, and each of several', async () => {
      await claim('one');
      await opened.journal.release(identity, { ...sending(callUse(), ['unsent']), owner: 'one' });
      expect(await claim('two')).toEqual({ kind: 'claimed', sends: 1 });
      const twice = sending(callUse(), ['answered', 'unknown']);
      await opened.journal.release(identity, { ...twice, owner: 'two' });
      expect(await claim('three')).toEqual({ kind: 'claimed', sends: 3 });
    });

    it('ignores a release by anybody but the owner', async () => {
      await claim('one');
      await opened.journal.release(identity, { ...sending(), owner: 'two' });
      expect((await claim('two')).kind).toBe('held');
    });

    it('does not release an answered row', async () => {
      await claim('one');
      const answer = modelAnswer();
      await opened.journal.answer(identity, answer, sending());
      await opened.journal.release(identity, { ...sending(), owner: 'one' });
      expect(await claim('two')).toEqual({ kind: 'answered', answer });
    });
  });
}
