import type { Journal } from '../../core/ports/journal';
import { callUse, modelAnswer, modelRequest } from './model-requests';

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

    it('tells everybody else that it is held, and until when', async () => {
      await claim('one');
      const second = await claim('two');
      expect(second.kind).toBe('held');
      opened.advanceMs(1_001);
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
      expect(await opened.journal.answer(identity, answer, callUse())).toEqual(answer);
      expect(await claim('two')).toEqual({ kind: 'answered', answer });
    });

    it('lets the first answer stand when a second comes', async () => {
      await claim('one');
      opened.advanceMs(1_001);
      await claim('two');
      const first = modelAnswer({ text: 'first' });
      await opened.journal.answer(identity, first, callUse());
      const late = await opened.journal.answer(
        identity,
        modelAnswer({ text: 'second' }),
        callUse(),
      );
      expect(late).toEqual(first);
      expect(await claim('three')).toEqual({ kind: 'answered', answer: first });
    });

    it('takes an answer from an owner whose lease has been taken over', async () => {
      await claim('one');
      opened.advanceMs(1_001);
      await claim('two');
      const answer = modelAnswer({ text: 'late but first' });
      expect(await opened.journal.answer(identity, answer, callUse())).toEqual(answer);
      expect(await opened.journal.renew(identity, 'two', 1_000)).toBe(false);
    });

    it('frees a released row at once, and counts the next send', async () => {
      await claim('one');
      await opened.journal.release(identity, 'one');
      expect(await claim('two')).toEqual({ kind: 'claimed', sends: 2 });
    });

    it('ignores a release by anybody but the owner', async () => {
      await claim('one');
      await opened.journal.release(identity, 'two');
      expect((await claim('two')).kind).toBe('held');
    });

    it('does not release an answered row', async () => {
      await claim('one');
      const answer = modelAnswer();
      await opened.journal.answer(identity, answer, callUse());
      await opened.journal.release(identity, 'one');
      expect(await claim('two')).toEqual({ kind: 'answered', answer });
    });
  });
}
