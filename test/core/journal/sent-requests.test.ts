import { repeatsOf, settleSending } from '../../../core/journal/sent-requests';
import { differenceText } from '../../../core/journal/store-difference';

const claimed = { known: 0, atMost: 1 };

describe('the requests of a sending that has ended', () => {
  it.each([
    ['answered by the one it took', ['answered'], true, { known: 1, atMost: 1 }],
    ['answered, though its client reported none', [], true, { known: 1, atMost: 1 }],
    ['answered after one that broke off', ['unknown', 'answered'], true, { known: 1, atMost: 2 }],
    [
      'answered after two refusals',
      ['answered', 'answered', 'answered'],
      true,
      { known: 3, atMost: 3 },
    ],
    ['not sent', ['unsent'], false, { known: 0, atMost: 0 }],
    ['broken off', ['unknown'], false, { known: 0, atMost: 1 }],
    ['refused', ['answered', 'unsent'], false, { known: 1, atMost: 1 }],
  ] as const)('%s', (_, requests, answered, counted) => {
    expect(settleSending(claimed, { requests, answered })).toEqual(counted);
  });

  it('are added to those before, and never fewer than none', () => {
    const before = { known: 2, atMost: 4 };
    const sent = { requests: ['answered'], answered: true } as const;
    expect(settleSending(before, sent)).toEqual({ known: 3, atMost: 4 });
    const unsent = { requests: [], answered: false } as const;
    expect(settleSending({ known: 0, atMost: 0 }, unsent)).toEqual({ known: 0, atMost: 0 });
  });

  it('are repeats beyond the first', () => {
    expect(repeatsOf({ known: 3, atMost: 5 })).toEqual({ known: 2, atMost: 4 });
    expect(repeatsOf({ known: 1, atMost: 1 })).toEqual({ known: 0, atMost: 0 });
    expect(repeatsOf({ known: 0, atMost: 0 })).toEqual({ known: 0, atMost: 0 });
  });
});

test.each([
  ['earlier-state', 'the store was put back to an earlier state than work on its runs has seen'],
  ['other-store', 'another store stands in the place of the one that was worked with'],
  ['rebooted', 'the machine was started anew since the store was last written to'],
] as const)('a store of %s is told in words', (difference, words) => {
  expect(differenceText(difference)).toBe(words);
});
