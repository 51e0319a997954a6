import { describeJournalContract } from './journal-contract';
import { createMemoryJournal } from './memory-journal';
import { callUse, modelAnswer, modelRequest, sending } from '../../laboratory/fakes/model-requests';

describeJournalContract('the memory journal', async () => {
  let nowMs = 1_000_000;
  return {
    journal: createMemoryJournal(() => nowMs),
    advanceMs: (ms) => {
      nowMs += ms;
    },
  };
});

describe('the memory journal shows what it was told', () => {
  it('lists sends, uses and paid duplicates', async () => {
    let nowMs = 0;
    const journal = createMemoryJournal(() => nowMs);
    const row = { identity: 'x', request: modelRequest(), use: callUse(), leaseMs: 10 };
    await journal.claim({ ...row, owner: 'one' });
    nowMs = 11;
    await journal.claim({ ...row, owner: 'two' });
    await journal.answer('x', modelAnswer({ text: 'first' }), sending(callUse()));
    await journal.answer('x', modelAnswer({ text: 'second' }), sending(callUse()));
    await journal.claim({ ...row, owner: 'three' });
    expect(journal.sends('x')).toBe(2);
    expect(journal.duplicates('x').map(({ text }) => text)).toEqual(['second']);
    expect(journal.uses.map(({ kind }) => kind)).toEqual(['sent', 'sent', 'paid', 'read']);
  });

  it('fails loudly for an answer to a request that was never claimed', async () => {
    await expect(
      createMemoryJournal().answer('y', modelAnswer(), sending(callUse())),
    ).rejects.toThrow('no row y');
  });
});
